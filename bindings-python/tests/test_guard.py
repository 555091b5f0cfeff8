"""The check in front of functions."""

from __future__ import annotations

import asyncio
import collections
import dataclasses
import enum
import functools
import gc
import inspect
import pickle
import threading
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, NamedTuple, TypeVar

import aana
import pydantic
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


class Hiding(dict[str, int]):
    def __deepcopy__(self, memo: Any) -> Any:
        raise ValueError(f"a secret: {dict(self)}")


class Same(list[Any]):
    """Gives itself as its copy."""

    def __deepcopy__(self, memo: Any) -> Any:
        return self


class Shallow(list[Any]):
    """Its copy holds what it holds itself."""

    def __deepcopy__(self, memo: Any) -> Any:
        return Shallow(self)


class SameTuple(tuple[Any, ...]):
    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> Any:
        return self


@dataclasses.dataclass
class SameRecord:
    to: str

    def __deepcopy__(self, memo: Any) -> Any:
        return self


class SameModel(pydantic.BaseModel):
    to: list[str]

    def __deepcopy__(self, memo: Any = None) -> Any:
        return self


NO_COPIES = {
    "dataclass": SameRecord("hunter2"),
    "model": SameModel(to=["hunter2"]),
    "model_in_a_list": [SameModel(to=["hunter2"])],
    "model_that_holds_one": pydantic.create_model("Outer", inner=(SameModel, ...))(
        inner=SameModel(to=["hunter2"])
    ),
}


@pytest.mark.parametrize("value", NO_COPIES.values(), ids=NO_COPIES)
def test_what_has_no_copy_of_its_own_does_not_run(value: Any) -> None:
    decisions, guarded = seen()

    @guarded
    def search(query: Any) -> None:
        pytest.fail("it ran")

    with pytest.raises(TypeError, match=r"copied|the copy") as caught:
        search(value)
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    # Nothing says of what did not run that it was accepted.
    assert decisions == []


@pytest.mark.parametrize("value", [iter([]), (one for one in [1]), [threading.Lock()]])
def test_what_is_refused_is_blocked_also_if_it_cannot_be_copied(value: Any) -> None:
    decisions, guarded = seen()

    @guarded
    def search(query: Any) -> None:
        pytest.fail("it ran")

    with pytest.raises(aana.ToolCallBlocked) as caught:
        search(value)
    assert caught.value.decision["validation_errors"][0]["path"].startswith("/proposed_arguments/query")
    assert decisions == [caught.value.decision]


def test_copies_that_share_nothing_that_changes_are_copies() -> None:
    @guard_read()
    def search(query: Any) -> Any:
        return query

    shared = [1]
    for value in ((1, ("a",)), SameTuple(["a"]), Shallow([1]), {"a": shared, "b": [shared]}, [(), [()]]):
        assert search(value) == value


class LyingText(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "everything"

    def __format__(self, _: str) -> str:
        return "everything"

    def __eq__(self, _: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def encode(self, *_: Any, **__: Any) -> bytes:
        return b"everything"


class LyingNumber(int):
    def __add__(self, _: int) -> int:
        return 10**6

    def __index__(self) -> int:
        return 10**6


class LyingFloat(float):
    def __add__(self, _: float) -> float:
        return 1e6


class LyingList(list[Any]):
    def __iter__(self) -> Any:
        return iter(["everything"])

    def __getitem__(self, _: Any) -> Any:
        return "everything"

    def __len__(self) -> int:
        return 1000


class LyingDict(dict[str, Any]):
    def __getitem__(self, _: Any) -> Any:
        return "everything"

    def __missing__(self, _: Any) -> Any:
        return "everything"

    def items(self) -> Any:
        return [("to", "everything")]

    def keys(self) -> Any:
        return ["everything"]

    __iter__ = values = get = items  # type: ignore[assignment]


class LyingTuple(tuple[Any, ...]):
    __slots__ = ()
    __iter__ = LyingList.__iter__


class LyingPoint(NamedTuple):
    x: int

    def __str__(self) -> str:
        return "everything"


class LyingWord(str, enum.Enum):
    A = "a"


LyingWord.A._value_ = "everything"


LIARS = {
    "text": (LyingText("docs"), "docs"),
    "number": (LyingNumber(5), 5),
    "float": (LyingFloat(-0.0), -0.0),
    "list": (LyingList(["docs"]), ["docs"]),
    "dict": (LyingDict(to="docs"), {"to": "docs"}),
    "key": ({LyingText("to"): LyingText("docs")}, {"to": "docs"}),
    "tuple": (LyingTuple([LyingText("docs")]), ("docs",)),
    "named_tuple": (LyingPoint(5), (5,)),
    "deep": ([LyingDict(to=LyingList([LyingText("docs")]))], [{"to": ["docs"]}]),
    "with_defaults": (collections.defaultdict(list, to=["docs"]), {"to": ["docs"]}),
    "raises": (Hiding(a=77), {"a": 77}),
    "itself": (Same([77]), [77]),
    "shallow": (Shallow([[77]]), [[77]]),
    "same_tuple": (SameTuple([[77]]), ([77],)),
}


def kinds(value: Any) -> Any:
    """The types of a value and of all that it holds."""
    if type(value) is dict:
        return [(type(key), kinds(held)) for key, held in value.items()]
    return (type(value), [kinds(held) for held in value] if type(value) in (list, tuple) else repr(value))


@pytest.mark.parametrize(("liar", "held"), LIARS.values(), ids=LIARS)
def test_a_class_of_its_own_runs_as_what_it_holds(liar: Any, held: Any) -> None:
    decisions, guarded = seen()

    @guarded
    def search(query: Any) -> Any:
        return query

    ran = search(liar)
    assert kinds(ran) == kinds(held)
    assert decisions[0]["action_digest"] == digest("search", query=held)


class Color(str, enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Point(NamedTuple):
    x: int
    y: list[int]


def test_members_of_enums_and_named_tuples_stay_what_they_are() -> None:
    decisions, guarded = seen()

    @guarded
    def search(color: Color, level: Level, point: Point) -> Any:
        return color is Color.RED, level is Level.HIGH, point.x, point.y is numbers

    numbers = [2]
    assert search(Color.RED, Level.HIGH, Point(1, numbers)) == (True, True, 1, False)
    assert decisions[0]["action_digest"] == digest("search", color="red", level=3, point=[1, [2]])


def test_what_holds_something_that_reads_otherwise_does_not_run() -> None:
    @guard_read()
    def search(query: Any) -> None:
        pytest.fail("it ran")

    @dataclasses.dataclass
    class Mail:
        to: Any

    model = pydantic.create_model("Model", to=(Any, ...))
    liars = [LyingText("a"), LyingNumber(5), LyingList([1]), LyingDict(a=1), LyingTuple([1]), LyingPoint(5)]
    for liar in liars:
        for held in (liar, [liar], {"a": liar}, *([{liar: 1}] if isinstance(liar, str) else [])):
            for value in (Mail(held), model(to=held), [Mail(held)], Mail(Mail(held))):
                # The gate refuses an object that shows other members than it holds.
                with pytest.raises((TypeError, aana.ToolCallBlocked), match=r"may read otherwise|refuse"):
                    search(value)
    members: list[Any] = [LyingWord.A, [LyingWord.A], Mail(LyingWord.A)]
    for member in members:
        with pytest.raises(TypeError, match="holds another value than it says"):
            search(member)
    with pytest.raises(aana.ToolCallBlocked) as caught:
        search({"to": 1, LyingKey("to"): 2})
    assert caught.value.decision["validation_errors"][0]["code"] == "duplicate_key"


class LyingKey(str):
    __slots__ = ()

    def __eq__(self, _: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 7


def test_what_a_lookup_keeps_is_not_what_runs() -> None:
    kept: list[Any] = []

    def keep(arguments: Any) -> list[str]:
        kept.append(arguments["to"])
        return CONFIRMED

    def change(_: Any) -> None:
        kept[0].append("b@example.com")

    @guard_write(evidence_refs=keep, on_decision=change)
    def send_email(to: list[str]) -> list[str]:
        return list(to)

    async def change_later(_: Any) -> None:
        kept[-1].append("b@example.com")

    @guard_write(evidence_refs=keep, on_decision=change_later, tool_name="send_email")
    async def send_later(to: list[str]) -> list[str]:
        return list(to)

    assert send_email(["a@example.com"]) == ["a@example.com"]
    assert asyncio.run(send_later(["a@example.com"])) == ["a@example.com"]


def test_generators_begin_only_when_accepted() -> None:
    ran: list[Any] = []

    @guard_read()
    def search(query: list[str]) -> Iterator[str]:
        ran.append("began")
        yield from query

    @guard_read()
    async def stream(query: list[str]) -> AsyncIterator[str]:
        for one in query:
            yield one

    handed_in = ["a"]
    found = search(handed_in)
    handed_in.append("b")
    assert list(found) == ["a"]

    async def read() -> list[str]:
        found = stream(handed_in)
        handed_in.append("c")
        return [one async for one in found]

    assert asyncio.run(read()) == ["a", "b"]
    kinds: list[Any] = [search, stream]
    for kind in kinds:
        purge: Any = aana.guard(tool_category="unknown", tool_name="purge")(kind.__wrapped__)
        ran.clear()
        with pytest.raises(aana.ToolCallBlocked):
            purge(["a"])
        assert ran == []


def test_a_default_that_could_change_is_checked_and_copied() -> None:
    decisions, guarded = seen()

    @guarded
    def search(query: str, tags: list[str] = ["a"]) -> list[str]:  # noqa: B006
        tags.append(query)
        return tags

    assert search("x") == ["a", "x"]
    assert search("y") == ["a", "y"]
    assert [one["action_digest"] for one in decisions] == [
        digest("search", query="x", tags=["a"]),
        digest("search", query="y", tags=["a"]),
    ]


def test_self_is_an_argument_of_what_is_no_method() -> None:
    decisions, guarded = seen()

    @guarded
    def search(self: str, query: str) -> None: ...

    @guarded
    def classify(cls: str) -> None: ...

    search("a", "b")
    classify("c")
    assert decisions[0]["action_digest"] == digest("search", self="a", query="b")
    assert decisions[1]["action_digest"] == digest("classify", cls="c")


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


def fail(*_: Any, **__: Any) -> Any:
    raise LookupError("a secret: 77")


def generate(_: Any) -> Any:
    yield 1


async def record_later(_: Any) -> None:
    pytest.fail("it was run")


WATCHED: dict[str, dict[str, Any]] = {
    "evidence_refs": {"evidence_refs": fail},
    "authorization_state": {"authorization_state": fail},
    "on_decision": {"on_decision": fail},
    "on_decision_of_a_generator": {"on_decision": generate},
    "on_decision_to_be_awaited": {"on_decision": lambda decision: record_later(decision)},
    "now": {"now": fail},
}


@pytest.mark.parametrize("options", WATCHED.values(), ids=WATCHED)
def test_what_fails_in_the_shadow_keeps_nothing_from_running(
    options: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    @guard_read(mode="shadow", **options)
    def search(query: object) -> object:
        return query

    @guard_read(mode="shadow", **{**options, "on_decision": options.get("on_decision") and fail})
    async def search_later(query: object) -> object:
        return query

    handle = Hiding(a=77)
    assert search(handle) is handle
    assert asyncio.run(search_later(handle)) is handle
    assert [record.name for record in caplog.records] == ["aana.guard"] * 2
    assert "77" not in caplog.text


def test_arguments_that_no_event_can_tell_apart_run_in_the_shadow() -> None:
    @guard_read(mode="shadow")
    def search(a: int, /, **more: int) -> Any:
        return a, more

    assert search(1, a=2) == (1, {"a": 2})
    unchecked: Any = search
    with pytest.raises(TypeError, match="positional argument"):
        unchecked()


def test_a_record_that_takes_a_while_is_waited_for() -> None:
    happened: list[Any] = []

    async def record(decision: aana.Decision) -> None:
        await asyncio.sleep(0)
        happened.append(decision["route"])

    class Recorder:
        async def __call__(self, decision: aana.Decision) -> None:
            await record(decision)

    for on_decision in (record, Recorder(), functools.partial(record), lambda decision: record(decision)):

        @guard_read(on_decision=on_decision)
        async def search() -> None:
            happened.append("ran")

        @aana.guard(tool_category="unknown", on_decision=on_decision)
        async def purge() -> None:
            pytest.fail("it ran")

        asyncio.run(search())
        with pytest.raises(aana.ToolCallBlocked):
            asyncio.run(purge())
        assert happened == ["accept", "ran", "refuse"]
        happened.clear()


@pytest.mark.parametrize("on_decision", [fail, generate])
def test_without_its_record_nothing_runs(on_decision: Any) -> None:
    async def fail_later(decision: aana.Decision) -> None:
        on_decision(decision)
        fail()

    @guard_read(on_decision=on_decision)
    def search() -> None:
        pytest.fail("it ran")

    @guard_read(on_decision=on_decision)
    async def search_at_once() -> None:
        pytest.fail("it ran")

    @guard_read(on_decision=fail_later)
    async def search_later() -> None:
        pytest.fail("it ran")

    for run in (search, lambda: asyncio.run(search_at_once()), lambda: asyncio.run(search_later())):
        with pytest.raises((LookupError, TypeError)):
            run()


@pytest.mark.filterwarnings("error")
def test_where_nothing_awaits_a_coroutine_blocks() -> None:
    class Recorder:
        async def __call__(self, decision: aana.Decision) -> None:
            pytest.fail("it was run")

    for field in ("on_decision", "evidence_refs"):
        later: dict[str, Any] = {field: record_later}
        with pytest.raises(TypeError, match=f"`{field}` gives something to await"):
            guard_read(**later)(lambda query: None)
        for callback in (Recorder(), lambda given: record_later(given)):
            later = {field: callback}

            @guard_read(**later)
            def search(query: str) -> None:
                pytest.fail("it ran")

            with pytest.raises(TypeError, match=f"`{field}` gives something to await"):
                search("x")
    # A coroutine that nobody awaits says so when it goes.
    gc.collect()


NO_WORDS: dict[str, dict[str, Any]] = {
    "tool_category": {"tool_category": "public_readd"},
    "tool_category_none": {"tool_category": None},
    "risk_domain": {"risk_domain": "researching"},
    "authorization_state": {"authorization_state": "approved"},
    "recommended_route": {"recommended_route": "run"},
    "tool_name": {"tool_name": " "},
    "evidence_refs": {"evidence_refs": "approval:7"},
    "evidence_refs_one": {"evidence_refs": {"source_id": "approval:7"}},
    "evidence_refs_0": {"evidence_refs": [7]},
    "authorization_subject": {"authorization_subject": 7},
}


@pytest.mark.parametrize("field", NO_WORDS)
@pytest.mark.parametrize("mode", ["enforce", "shadow"])
def test_a_word_that_the_contract_does_not_have_is_said_at_once(field: str, mode: Any) -> None:
    name = next(iter(NO_WORDS[field]))
    with pytest.raises(ValueError, match=f"`{name}`|evidence ref"):
        guard_write(**NO_WORDS[field], mode=mode)(lambda: None)


def test_what_permits_a_route_comes_with_the_call() -> None:
    aana.guard(tool_category="write")(fail)


class Called:
    def __call__(self) -> str:
        return "ran"


NO_FUNCTIONS = {
    "partial": (functools.partial(fail, 1), "functools.partial"),
    "class_method": (classmethod(fail), "`@classmethod` stands above"),
    "static_method": (staticmethod(fail), "`@staticmethod` stands above"),
    "property": (property(fail), "not a function to guard"),
    "class": (dict, "guard its methods"),
    "without_a_name": (Called(), "give `tool_name`"),
}


@pytest.mark.parametrize(("function", "says"), NO_FUNCTIONS.values(), ids=NO_FUNCTIONS)
def test_what_is_no_function_is_said_at_once(function: Any, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        guard_read()(function)


def test_methods_of_a_class() -> None:
    class Index:
        @classmethod
        @guard_read()
        def search(cls, query: str) -> Any:
            return cls, query

        @staticmethod
        @guard_read()
        def find(query: str) -> str:
            return query

    assert Index.search("x") == Index().search("x") == (Index, "x")
    assert Index.find("x") == Index().find("x") == "x"
    assert guard_read(tool_name="lookup")(Called())() == "ran"
    with pytest.raises(TypeError, match="`leave_out` is a string"):
        guard_read(leave_out="query")


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


def test_what_is_no_event_is_said_by_name_and_place() -> None:
    ran: list[object] = []

    @guard_read()
    def read_file(path: object) -> None:
        ran.append(path)

    key = "x\nERROR all is well"
    for given, place in (({1, 2}, "path"), ({"a": {1, 2}}, "path/a"), ({key: {1}}, r"path/x\\u000aERROR")):
        with pytest.raises(
            aana.ToolCallBlocked,
            match=f"^`read_file` was not run: refuse, because of schema_validation_failed at `/proposed_arguments/{place}",
        ) as caught:
            read_file(given)
        assert "\n" not in str(caught.value)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert ran == []
    nameless = aana.check_tool_call({})
    assert str(aana.ToolCallBlocked(nameless)).startswith("the tool was not run: refuse")
