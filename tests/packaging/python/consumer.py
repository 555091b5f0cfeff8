"""A program that uses every part of the package, for the type checkers. It is never run.

What is right must be known in full to a strict checker, and each line that ends in `wrong` must be an error.
"""

from __future__ import annotations

from datetime import datetime, timezone

import aana

event = aana.build_tool_precheck_event(
    tool_name="send_email",
    tool_category="write",
    authorization_state="confirmed",
    evidence_refs=["draft_id:123", aana.tool_evidence_ref("ui.approval", kind="approval", freshness="fresh")],
    risk_domain="customer_support",
    proposed_arguments={"to": "customer@example.com"},
)
decision = aana.check_tool_call(event, now=datetime.now(timezone.utc))
route: aana.Route = decision["route"]
blockers: list[aana.Blocker] = decision["hard_blockers"]
needs = [need for need in decision["recovery"]["needs"]]
may_run: bool = aana.should_execute_tool(decision, event)
mode: aana.Mode = aana.execution_policy(decision)["mode"]
faults: list[aana.Fault] = aana.validate_event({"tool_name": 7}) + aana.validate_json(b"{}")
first_path: str = faults[0]["path"]

policy: aana.Policy = {"mode": "shadow", "tools": {"deploy_*": {"route_floor": "defer"}}}
gate = aana.Gate(policy, mode="enforce")
quick: aana.GateDecision = gate.check({"tool_name": "a dict with some of the fields"}, 0)
reasons: tuple[str, ...] = quick.reasons if quick else ()
text: str = quick.to_json()
answer: bytes = aana.check_json(text, policy=gate)
routes: list[aana.Route] = [one.route for one in aana.check_many([event], policy=policy, threads=2)]
sentence: str = aana.CODES["hard_blockers"]["schema_validation_failed"]


@aana.guard(tool_category="public_read", evidence_refs=lambda arguments: [str(arguments["query"])])
def search(query: str, limit: int = 5) -> list[str]:
    return [query] * limit


@aana.guard(tool_category="write", risk_domain="devops", policy=policy)
async def deploy(service: str) -> None:
    """Deploy nothing."""


async def main() -> None:
    found: list[str] = search("leave policy", limit=2)
    try:
        await deploy(found[0])
    except aana.ToolCallBlocked as blocked:
        why: aana.Route = blocked.route
        print(why, blocked.decision["hard_blockers"])
    except aana.PolicyError as error:
        print([fault["message"] for fault in error.faults])


search(1)  # wrong
found: int = search("x")  # wrong
decision["rout"]  # wrong
aana.build_tool_precheck_event(tool_name="t", tool_category="wirte")  # wrong
aana.Gate({"tools": {"deploy_*": {"route_flor": "defer"}}})  # wrong
aana.Gate().check(event).route = "accept"  # wrong
aana.check_tool_call(event, now="today")  # wrong
aana.check_tool_call(event, policy, None)  # wrong
