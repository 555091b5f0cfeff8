"""The check in front of functions."""

from __future__ import annotations

import asyncio
import functools
import inspect
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

import aana
import pytest
from events import NOW

F = TypeVar("F", bound=Callable[..., Any])

CONFIRMED = ["session:1", "approval:7"]

guard_read = functools.partial(aana.guard, tool_category="public_read", risk_domain="research")
guard_write = functools.partial(
    aana.guard,
    tool_category="write",
    risk_domain="customer_support",
    authorization_state="confirmed",
    evidence_refs=CONFIRMED,
)


def seen(**options: Any) -> tuple[list[aana.Decision], Callable[[F], F]]:
    """A guard that keeps what it decided."""
    decisions: list[aana.Decision] = []
    return decisions, guard_read(on_decision=decisions.append, now=lambda: NOW, **options)


def digest(tool_name: str, **arguments: Any) -> str | None:
    event = aana.build_tool_precheck_event(
        tool_name=tool_name, tool_category="public_read", risk_domain="research", proposed_arguments=arguments
    )
    return aana.check_tool_call(event, now=NOW)["action_digest"]


def test_runs_once_with_the_arguments() -> None:
    calls = []

    @guard_write()
    def send_email(to: str, subject: str = "hello") -> str:
        """Send an e-mail."""
        calls.append((to, subject))
        return "sent"

    assert send_email("a@example.com") == "sent"
    assert send_email(subject="x", to="b@example.com") == "sent"
    assert calls == [("a@example.com", "hello"), ("b@example.com", "x")]
    assert (send_email.__name__, send_email.__doc__) == ("send_email", "Send an e-mail.")


def test_does_not_run() -> None:
    @aana.guard(tool_category="write", risk_domain="customer_support", authorization_state="user_claimed")
    def send_email(to: str) -> None:
        pytest.fail("it ran")

    with pytest.raises(aana.ToolCallBlocked) as caught:
        send_email("a@example.com")
    blocked = caught.value
    assert blocked.route == blocked.decision["route"] != "accept"
    assert blocked.decision["tool_name"] == "send_email"
    assert blocked.decision["hard_blockers"][0] in str(blocked)
    assert "example.com" not in str(blocked)
    assert not aana.should_execute_tool(blocked.decision)
    again = pickle.loads(pickle.dumps(blocked))
    assert (str(again), again.decision) == (str(blocked), blocked.decision)


def test_what_is_bound_is_checked() -> None:
    decisions, guarded = seen()

    @guarded
    def search(a: int, /, b: int = 2, *rest: int, c: int, d: int = 4, **more: int) -> Any:
        return a, b, rest, c, d, more

    assert search(1, c=3) == (1, 2, (), 3, 4, {})
    assert search(1, 9, 8, 7, c=3, e=5) == (1, 9, (8, 7), 3, 4, {"e": 5})
    assert decisions[0]["action_digest"] == digest("search", a=1, b=2, rest=[], c=3, d=4)
    assert decisions[1]["action_digest"] == digest("search", a=1, b=9, rest=[8, 7], c=3, d=4, e=5)
    assert decisions[1]["audit_event"]["proposed_argument_keys"] == ["a", "b", "c", "d", "e", "rest"]


def test_arguments_that_do_not_fit_are_the_caller_s_error() -> None:
    decisions, guarded = seen()

    @guarded
    def search(a: int, /, **more: int) -> None:
        pytest.fail("it ran")

    unchecked: Any = search
    for args, more in (((), {}), ((1, 2), {}), ((1,), {"a": 2})):
        with pytest.raises(TypeError):
            unchecked(*args, **more)
    assert decisions == []


def test_later_changes_do_not_matter() -> None:
    handed_in = {"list": [1]}

    def change(_: Any) -> None:
        handed_in["list"].append(2)
        handed_in["more"] = []

    @guard_read(on_decision=change)
    def search(query: dict[str, list[int]]) -> Any:
        return query

    assert search(handed_in) == {"list": [1]}
    assert handed_in == {"list": [1, 2], "more": []}


def test_one_list_twice_is_one_list_still() -> None:
    @guard_read()
    def search(left: list[int], right: list[int]) -> bool:
        return left is right

    shared = [1]
    assert search(shared, shared)
    assert not search([1], [1])


def test_what_cannot_be_copied_does_not_run() -> None:
    class Odd(dict[str, int]):
        def __deepcopy__(self, memo: Any) -> Any:
            raise RuntimeError("no copies")

    @guard_read()
    def search(query: Any) -> None:
        pytest.fail("it ran")

    with pytest.raises(RuntimeError, match="no copies"):
        search(Odd(a=1))
    with pytest.raises(aana.ToolCallBlocked) as caught:
        search(iter([]))
    assert caught.value.decision["validation_errors"][0]["path"] == "/proposed_arguments/query"


def test_methods_and_what_is_left_out() -> None:
    decisions, guarded = seen(leave_out=["session"])

    class Index:
        @guarded
        def search(self, session: object, query: str) -> Any:
            return self, session, query

    index, session = Index(), object()
    assert index.search(session, "x") == (index, session, "x")
    assert decisions[0]["action_digest"] == digest("search", query="x")
    with pytest.raises(TypeError, match="no parameter sesion"):
        guard_read(leave_out=["sesion"])(lambda session: None)


def test_authorization_by_call() -> None:
    approved = {"a@example.com": CONFIRMED}
    runs = []

    @guard_write(evidence_refs=lambda arguments: (ref for ref in approved.get(arguments["to"], [])))
    def send_email(to: str) -> None:
        runs.append(to)

    send_email("a@example.com")
    with pytest.raises(aana.ToolCallBlocked):
        send_email("b@example.com")
    assert runs == ["a@example.com"]


def test_authorization_is_looked_up_for_what_runs() -> None:
    """The list changes while the approval is being looked up; what was looked up runs."""
    handed_in = ["a@example.com"]
    looked_up, ran = [], []

    async def approvals(arguments: Any) -> list[str]:
        looked_up.append(list(arguments["to"]))
        handed_in[0] = "b@example.com"
        await asyncio.sleep(0)
        return CONFIRMED

    @guard_write(evidence_refs=approvals)
    async def send_email(to: list[str]) -> None:
        ran.append(to)

    asyncio.run(send_email(handed_in))
    assert looked_up == ran == [["a@example.com"]]


def test_coroutine_functions() -> None:
    @guard_read()
    async def search(query: str) -> str:
        await asyncio.sleep(0)
        return query

    @aana.guard(tool_category="unknown")
    async def purge() -> None:
        pytest.fail("it ran")

    assert inspect.iscoroutinefunction(search)
    assert asyncio.run(search("x")) == "x"
    with pytest.raises(aana.ToolCallBlocked):
        asyncio.run(purge())


def test_errors_of_the_function_pass_through_once() -> None:
    calls = []

    @guard_read()
    def search() -> None:
        calls.append(1)
        raise LookupError("not found")

    with pytest.raises(LookupError, match="not found"):
        search()
    assert calls == [1]


def test_shadow_only_observes() -> None:
    decisions: list[aana.Decision] = []

    @aana.guard(tool_category="unknown", mode="shadow", on_decision=decisions.append)
    def purge(handle: object) -> object:
        return handle

    handle: object = iter([])
    assert purge(handle) is handle
    assert decisions[0]["route"] == "refuse"
    assert decisions[0]["execution_policy"]["execution_allowed"] is True


def test_policy_and_name() -> None:
    policy: aana.Policy = {"tools": {"crm.*": {"route_floor": "defer"}}}

    @guard_read(policy=policy, tool_name="crm.search")
    def search() -> None:
        pytest.fail("it ran")

    with pytest.raises(aana.ToolCallBlocked, match=r"`crm\.search` was not run: defer"):
        search()
    faulty: Any = {"tools": []}
    with pytest.raises(aana.PolicyError):
        guard_read(policy=faulty)


@pytest.mark.parametrize("lookup", [lambda _: 1 / 0, lambda _: "confirmed please", lambda _: None])
def test_a_lookup_that_fails_does_not_help(lookup: Any) -> None:
    @guard_write(authorization_state=lookup)
    def send_email() -> None:
        pytest.fail("it ran")

    with pytest.raises((aana.ToolCallBlocked, ZeroDivisionError)):
        send_email()
