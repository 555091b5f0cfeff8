"""What others answer about the same calls, as rows beside ours.

Each is asked whether an agent may call a tool, with rules that are read once. They decide less than the gate: none
looks at evidence, binds an approval to the arguments or writes an audit event. So the times say what such a question
costs, and not who is better.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

Event = dict[str, Any]

# How many rules each peer has besides those that matter.
OTHERS = 20

SCHEMA = Path(__file__).parents[3] / "schemas" / "agent_tool_precheck.schema.json"


class Peer(NamedTuple):
    """One row: ``ask`` answers about an event."""

    surface: str
    operation: str
    ask: Callable[[Event], object]


def peers() -> list[Peer]:
    """The peers that are installed. Who is not is named on the standard error."""
    found = []
    for package, load in {
        "jsonschema-rs": json_schema,
        "cedarpy": cedar,
        "agent-governance-toolkit-core": governance,
    }.items():
        try:
            operation, ask = load()
        except ImportError as error:
            print(f"{package} is left out: {error}", file=sys.stderr)
        else:
            found.append(Peer(f"{package} {version(package)}", operation, ask))
    return found


def json_schema() -> tuple[str, Callable[[Event], object]]:
    """The shape of an event alone, by the published schema."""
    import jsonschema_rs

    return "is_valid", jsonschema_rs.validator_for(SCHEMA.read_text(encoding="utf-8")).is_valid


def cedar() -> tuple[str, Callable[[Event], object]]:
    import cedarpy

    rules = [
        f'permit (principal, action == Action::"call", resource == Tool::"tool_{n}");' for n in range(OTHERS)
    ]
    rules.append(
        "forbid (principal, action, resource) when "
        '{ context.tool_category == "write" && context.authorization_state == "user_claimed" };'
    )
    policies = cedarpy.PolicySet.from_str("\n".join(rules))
    entities = cedarpy.Entities.from_json_str("[]")
    names = ("tool_category", "authorization_state", "risk_domain", "proposed_arguments")

    def ask(event: Event) -> object:
        request = {
            "principal": {"type": "Agent", "id": "agent"},
            "action": {"type": "Action", "id": "call"},
            "resource": {"type": "Tool", "id": event["tool_name"]},
            "context": {name: event[name] for name in names if name in event},
        }
        return cedarpy.is_authorized(request, policies, entities).decision

    return "is_authorized", ask


def governance() -> tuple[str, Callable[[Event], object]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from agent_os.policies.evaluator import PolicyEvaluator
        from agent_os.policies.schema import PolicyDocument

    def rule(name: str, field: str, value: str, action: str) -> Event:
        return {
            "name": name,
            "condition": {"field": field, "operator": "eq", "value": value},
            "action": action,
        }

    rules = [rule(f"tool_{n}", "tool_name", f"tool_{n}", "allow") for n in range(OTHERS)]
    rules.append(rule("writes", "tool_category", "write", "deny"))
    evaluator = PolicyEvaluator([PolicyDocument.model_validate({"name": "rules", "rules": rules})])
    return "evaluate", lambda event: evaluator.evaluate(event).action
