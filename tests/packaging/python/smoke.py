"""What a wheel must do wherever it is installed. Run as a script; ends with a line or with an error."""

from __future__ import annotations

import sys
import threading
from typing import Any

import aana

event = {
    "tool_name": "send_email",
    "tool_category": "write",
    "authorization_state": "user_claimed",
    "evidence_refs": ["draft_id:123"],
    "risk_domain": "customer_support",
    "proposed_arguments": {"to": "customer@example.com"},
    "recommended_route": "accept",
}
decision = aana.check_tool_call(event, now=0)
assert decision["route"] == "ask"
assert not aana.should_execute_tool(decision, event)
assert "site-packages" in aana.__file__
assert aana.check_tool_call({**event, "proposed_arguments": {1, 2}})["route"] == "refuse"


@aana.guard(tool_category="public_read", risk_domain="research")
def search(query: Any, limit: int = 5) -> tuple[Any, int]:
    return query, limit


assert search(["x"]) == (["x"], 5)
assert [bool(found) for found in aana.check_many([event, event])] == [False, False]

equal: list[bool] = []


def check() -> None:
    equal.extend(aana.check_tool_call(event, now=0) == decision for _ in range(500))


threads = [threading.Thread(target=check) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert equal == [True] * 4000
print("ran on", sys.version_info[:2])
