"""The description of the service. Its schemas are the published ones."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

import aana
from aana._words import CODES

EVENT: Final = "AgentActionEvent"
DECISION: Final = "Decision"

PUBLISHED: Final = {EVENT: "agent_tool_precheck.schema.json", DECISION: "decision.schema.json"}

PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["error", "message"],
    "properties": {"error": {"type": "string"}, "message": {"type": "string"}},
}
QUESTION: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["decision"],
    "additionalProperties": False,
    "properties": {
        "decision": {"description": "A decision as it arrived, from wherever."},
        "event": {"description": "The event that it should be about. Give it whenever it is at hand."},
    },
}
ANSWER: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["should_execute"],
    "properties": {"should_execute": {"type": "boolean"}},
}

# What the documentation sends if nobody changes it: the default policy accepts it.
EXAMPLE: Final[dict[str, Any]] = {
    "tool_name": "search_docs",
    "tool_category": "public_read",
    "authorization_state": "none",
    "evidence_refs": [],
    "risk_domain": "public_information",
    "proposed_arguments": {"query": "leave policy"},
    "recommended_route": "accept",
}


def question() -> dict[str, Any]:
    """A decision as it arrives, with its event: the example, decided."""
    return {"decision": aana.check_tool_call(EXAMPLE, now=0), "event": EXAMPLE}


def faults() -> dict[str, Any]:
    """The answer about the form of an event. A fault is that of the published schema of a decision."""
    fault: dict[str, Any] = schema(DECISION)["$defs"]["fault"]
    # With more codes than a decision has: what the published schema forbids, the gate has rules of its own for.
    code = {**fault["properties"]["code"], "enum": list(CODES["validation_errors"])}
    del code["$ref"]
    fault = {**fault, "properties": {**fault["properties"], "code": code}}
    return {
        "type": "object",
        "required": ["valid", "faults"],
        "properties": {"valid": {"type": "boolean"}, "faults": {"type": "array", "items": fault}},
    }


REFUSED: Final = {
    400: "`Host` stands twice, or the target names another one",
    401: "no token, or another one",
    403: "the page in `Origin` is not allowed here; or no token is set, and the caller is not on this machine",
    408: "the body took too long",
    413: "the body is larger than the service reads",
    415: "not `application/json` in UTF-8, or compressed",
    421: "the name in `Host` is not allowed here",
    429: "asked too often; see `Retry-After`",
}


def schema(name: str) -> dict[str, Any]:
    """A published schema, its references moved to where it stands in the description."""
    published = json.loads((files("aana") / "schemas" / PUBLISHED[name]).read_text("utf-8"))
    moved: dict[str, Any] = moved_to(f"#/components/schemas/{name}", published)
    # Where references begin is the description itself.
    del moved["$id"], moved["$schema"]
    return moved


def moved_to(place: str, value: Any) -> Any:
    """The same with every reference to its own root led to `place`."""
    if isinstance(value, dict):
        members: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType]
        return {
            key: place + one[1:]
            if key == "$ref" and isinstance(one, str) and one.startswith("#")
            else moved_to(place, one)
            for key, one in members.items()
        }
    if isinstance(value, list):
        elements: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
        return [moved_to(place, one) for one in elements]
    return value


def body(of: dict[str, Any], example: object = None) -> dict[str, Any]:
    """How a path tells of its body."""
    content: dict[str, Any] = {"schema": of}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


def responses(of: dict[str, Any], says: str, *, reads_body: bool = True) -> dict[int | str, dict[str, Any]]:
    """How a path tells of its answers."""
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    told: dict[int | str, dict[str, Any]] = {
        200: {"description": says, "content": {"application/json": {"schema": of}}}
    }
    for status, why in REFUSED.items():
        if reads_body or status not in (408, 413, 415):
            told[status] = {"description": why, "content": problem}
    return told


def completed(document: dict[str, Any], *, token: bool) -> dict[str, Any]:
    """What FastAPI found out about the paths, with the schemas and the way to present a token."""
    components = document.setdefault("components", {})
    components["schemas"] = {EVENT: schema(EVENT), DECISION: schema(DECISION), "Problem": PROBLEM}
    if token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return document
