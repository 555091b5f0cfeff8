"""The shapes of what `aana.descriptor` takes and says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aana._types import Event, RiskDomain, Route, ToolCategory

Severity = Literal["error", "warning"]

Profile = Literal["seed", "compat"]

Client = Literal["mcp", "openai", "anthropic"]

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

Evidence = Literal["read", "write", "open"]


class Finding(TypedDict):
    """One broken rule, and where: a JSON pointer into the descriptor or into the arguments."""

    rule: str
    severity: Severity
    pointer: str
    message: str


class ToolSummary(TypedDict):
    """A tool; `exposed_name` is the name under which clients see it."""

    name: str
    exposed_name: str
    method: Method | None
    executable: bool


class Summary(TypedDict):
    """An accepted descriptor. `digest` is that of its text, to pin it."""

    app_id: str
    app_name: str
    digest: str
    origin: str | None
    tools: list[ToolSummary]


class _Report(TypedDict):
    accepted: bool
    findings: list[Finding]


class Report(_Report, total=False):
    """What was found in a descriptor, and the summary of an accepted one."""

    descriptor: Summary


class Judgement(TypedDict):
    """What was found in arguments or an answer; `valid` if no finding is an error."""

    valid: bool
    findings: list[Finding]


class Secret(TypedDict):
    """A secret, by name only."""

    placement: Literal["header", "query"]
    name: str
    ref: str


class _HttpPlan(TypedDict):
    kind: Literal["http"]
    method: Method
    url: str
    headers: dict[str, str]
    secrets: list[Secret]


class HttpPlan(_HttpPlan, total=False):
    """The whole request, with its secrets only named."""

    body: Any


class IpcPlan(TypedDict):
    """A call of an application on this machine."""

    kind: Literal["ipc"]
    app_id: str
    tool: str
    arguments: dict[str, Any]


Plan = HttpPlan | IpcPlan


class HttpAudit(TypedDict):
    """What may be written down of a request: names and shapes, no value and no secret."""

    kind: Literal["http"]
    app_id: str
    tool: str
    argument_names: list[str]
    method: Method
    origin: str
    path_template: str
    query_names: list[str]
    header_names: list[str]
    has_body: bool
    secret_refs: list[str]


class IpcAudit(TypedDict):
    """What may be written down of a call on this machine."""

    kind: Literal["ipc"]
    app_id: str
    tool: str
    argument_names: list[str]


Audit = HttpAudit | IpcAudit


@final
class Planned(TypedDict):
    """A call that keeps the rules. `arguments` has the defaults in; `digest` is the plan's."""

    plan: Plan
    audit: Audit
    digest: str
    arguments: dict[str, Any]


@final
class PlannedEvent(TypedDict):
    """The same, with the event to put to the gate."""

    event: Event
    plan: Plan
    audit: Audit
    digest: str
    arguments: dict[str, Any]


@final
class Refused(TypedDict):
    """A call that breaks a rule; `"refused" in answer` tells it."""

    refused: Literal["call"]
    errors: list[Finding]
    recommended_route: Route


class Wire(TypedDict):
    """A request with its secrets in place. Method and body are the plan's."""

    url: str
    headers: dict[str, str]


@final
class Sent(TypedDict):
    """What is sent; nothing over HTTP for a call on this machine. Its `repr` shows no secret."""

    wire: Wire | None


class Witnesses(TypedDict):
    """What each of the three says of a tool."""

    method: Evidence
    name: Evidence
    description: Evidence


class Annotations(TypedDict):
    """What MCP calls annotations: hints, never a permission."""

    readOnlyHint: bool
    destructiveHint: bool
    idempotentHint: bool
    openWorldHint: bool


class Classification(TypedDict):
    """What a tool does, by the words of the contract."""

    tool_category: ToolCategory
    risk_domain: RiskDomain
    destructive: bool
    evidence: Witnesses
    annotations: Annotations
    recommended_route: Route


class AppFacts(TypedDict, total=False):
    """What is known of an application without a descriptor."""

    id: str
    name: str
    description: str
    auth: str
    execution: str


class ToolFacts(TypedDict, total=False):
    """What is known of a tool without a descriptor."""

    name: str
    method: Method
    description: str
    params: Sequence[str]


class Facts(TypedDict, total=False):
    """What is known of a tool without a descriptor, and of its application."""

    app: AppFacts
    tool: ToolFacts


class Origin(TypedDict):
    """Where an exposed name leads."""

    app_id: str
    tool: str


class Offer(TypedDict):
    """Tools for a client, and the way back from its names."""

    tools: list[dict[str, Any]]
    names: dict[str, Origin]
    aliases: dict[str, dict[str, str]]
    left_out: list[str]
