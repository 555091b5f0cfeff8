"""A call from descriptor to completion: planned, gated, asked about, confirmed, gated again, run."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any
from urllib.request import HTTPRedirectHandler, Request, build_opener

from aana.aaep import Session, check_stream
from aana.descriptor import Catalog, Descriptor

if TYPE_CHECKING:
    from aana.descriptor import Wire
    from service import Desk


def delete_with_consent(
    service: Desk, descriptor_text: str, secrets: dict[str, str], allow_variables: list[str]
) -> None:
    """Delete task 7, as the agent proposes it and a person confirms it."""
    # 1. What the application offers. An operator has looked at this text: it is pinned.
    desk = Descriptor(descriptor_text)
    print("the desk offers", ", ".join(tool["name"] for tool in desk.tools))

    # 2. What the agent proposes, and what this runtime itself knows of the user's permission.
    arguments = {"id": 7}
    planned = desk.event(
        "delete_task", arguments, authorization_state="validated", pinned=True, evidence=[seen_in_the_list()]
    )
    if "event" not in planned:
        raise SystemExit(f"the arguments do not fit: {planned['errors']}")
    print("planned", planned["audit"]["tool"], "with", ", ".join(planned["audit"]["argument_names"]))

    # Arguments that do not fit the tool never get as far as a question.
    unfit = {**planned["event"], "proposed_arguments": {"id": "all"}}
    decision = Catalog([desk]).check(unfit)
    print("with the id `all`:", decision["route"], "-", decision["validation_errors"][0]["path"])

    # 3. The gate, and the events that tell a person what is about to happen.
    session = Session("sess_desk", "desk-agent", subscriptions=["sub_reader"])
    told: list[dict[str, Any]] = [*session.start("Tidying the tasks.")["events"]]
    proposed = session.propose(planned["event"], "1", consequence="The task is gone for good.")
    told += proposed["events"]
    print(
        "the gate says", proposed["decision"]["route"], "-", ", ".join(proposed["decision"]["hard_blockers"])
    )

    # 4. A person answers the question that was read out to them.
    if proposed["next"]["do"] != "await_reply":
        raise SystemExit("nobody was asked")
    print("asked:", told[-1]["type"])
    reply = answer_of_the_person(proposed["next"]["reply_token"], "accept")
    answered = session.reply(reply, planned["event"], authenticated=True)
    told += [reply, *answered["events"]]
    print("the reply counts as", answered["effect"])

    # 5. A yes is evidence, not an order: the call is gated again, and is the same call.
    other = {**json.loads(answered["gate_again"]), "proposed_arguments": {"id": 1}}
    print("the same yes for task 1:", Catalog([desk]).check(other)["route"])
    again = session.propose(answered["gate_again"], "1")
    told += again["events"]
    print("gated again:", again["decision"]["route"], "-", again["next"]["do"], "-", told[-1]["type"])
    if again["next"]["do"] != "run":
        raise SystemExit("the call may not run")

    # 6. Only now the secrets are put in place, and the plan is sent as it was shown. The service is on this
    #    machine and not at the host of its id, so the operator says where its key may go.
    sent = desk.wire("delete_task", arguments, env=secrets, allow_variables=allow_variables)
    if "refused" in sent or sent["wire"] is None or planned["plan"]["kind"] != "http":
        raise SystemExit("nothing to send")
    answer = send(planned["plan"]["method"], sent["wire"])
    fits = desk.check_answer("delete_task", answer)["valid"]
    print("the desk answers", answer.decode(), "as promised" if fits else "unlike its descriptor")
    told += session.complete(again["next"]["tool_call_id"], "success")["events"]

    # 7. A second yes with the same token runs nothing.
    late = session.reply(reply, planned["event"], authenticated=True)
    print("the reply once more:", late["effect"], "-", late["reason"])
    told += session.finish("One task was deleted.")["events"]
    print("left at the desk:", ", ".join(service.tasks.values()))
    print("the stream of", len(told), "items is", "valid" if check_stream(told)["valid"] else "not valid")


def seen_in_the_list() -> dict[str, Any]:
    """What the runtime saw for itself: the signed-in user's list has this task."""
    now = datetime.now(timezone.utc).isoformat()
    return {
        "source_id": "desk.list_tasks",
        "kind": "tool_result",
        "trust_tier": "verified",
        "redaction_status": "redacted",
        "summary": "The task is in the list of the signed-in user.",
        "retrieved_at": now,
        "freshness": {"status": "fresh", "checked_at": now},
        "provenance": "runtime",
    }


def answer_of_the_person(reply_token: str, decision: str) -> dict[str, Any]:
    """What a screen reader's confirmation dialogue sends back."""
    return {
        "type": "confirmation.reply",
        "reply_token": reply_token,
        "decision": decision,
        "subscription_id": "sub_reader",
        "timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "decided_by": "user:m.okafor",
    }


def send(method: str, wire: Wire) -> bytes:
    """Send the request exactly as it was planned."""
    request = Request(wire["url"], method=method, headers=wire["headers"])  # noqa: S310 - of a checked origin
    with build_opener(NoRedirect).open(request, timeout=10) as answer:
        body: bytes = answer.read()
    return body


class NoRedirect(HTTPRedirectHandler):
    """A plan is for one address: what an answer says of another is not followed."""

    def redirect_request(self, *args: object) -> None:
        """Follow nothing."""
