"""Which tools are taken, and that every way to run one leads through the gate."""

from __future__ import annotations

import abc
import asyncio
import copy
import functools
import inspect
import pickle
from dataclasses import replace
from typing import Annotated, Any, ClassVar, cast

import pytest
from aana.integrations import Call, ToolGate
from aana.integrations.langchain import GateMiddleware
from aana.integrations.langgraph import gated, tool_node
from langchain.agents import create_agent  # pyright: ignore[reportUnknownVariableType]
from langchain.agents.middleware import AgentMiddleware
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import HumanMessage
from langchain_core.runnables import ConfigurableField
from langchain_core.tools import BaseTool, InjectedToolArg, StructuredTool, Tool, ToolException, tool
from langgraph.prebuilt import ToolNode
from pydantic import BaseModel, PrivateAttr, field_validator

from integrations.scenes import REFUSED, SEARCH, Ran, make_gate
from integrations.test_langchain import Scripted

# All that runs a tool, in the versions of the frameworks that are pinned here. A name that is new is looked at:
# does it lead through `_run` or `_arun`?
RUN_ONCE = {"invoke", "ainvoke", "run", "arun"}
RUN_MANY = {"batch", "abatch", "batch_as_completed", "abatch_as_completed"}
RUN_IN_PARTS = {"stream", "astream", "transform", "atransform"}
RUN_WITH_EVENTS = {"astream_events", "astream_log", "stream_events"}
MAKE_ANOTHER = {
    *("as_tool", "assign", "bind", "configurable_alternatives", "configurable_fields", "map", "pick", "pipe"),
    *("with_alisteners", "with_config", "with_fallbacks", "with_listeners", "with_retry", "with_types"),
}
INSIDE = {
    *("_run", "_arun", "_parse_input", "_to_args_and_kwargs", "_filter_injected_args", "_injected_args_keys"),
    *("_abatch_with_config", "_acall_with_config", "_astream_events_v1_v2", "_astream_events_v3_unsupported"),
    *("_atransform_stream_with_config", "_batch_with_config", "_call_with_config"),
    *("_transform_stream_with_config",),
}
ABOUT = {
    *(
        "InputType",
        "OutputType",
        "args",
        "config_schema",
        "config_specs",
        "get_config_jsonschema",
        "get_graph",
    ),
    *("get_input_jsonschema", "get_input_schema", "get_name", "get_output_jsonschema", "get_output_schema"),
    *("get_prompts", "input_schema", "is_single_input", "output_schema", "tool_call_schema", "from_function"),
    *("get_lc_namespace", "is_lc_serializable", "lc_attributes", "lc_id", "lc_secrets", "to_json"),
    "to_json_not_implemented",
}


def entries(*kinds: type[Any]) -> set[str]:
    """What the frameworks' own classes have, without what pydantic and Python give them."""
    found = {name for kind in kinds for name in dir(kind)}
    return {name for name in found - set(dir(BaseModel)) - set(dir(abc.ABC)) if not name.startswith("__")}


def test_every_entry_of_a_tool_is_known() -> None:
    known = RUN_ONCE | RUN_MANY | RUN_IN_PARTS | RUN_WITH_EVENTS | MAKE_ANOTHER | INSIDE | ABOUT
    assert entries(BaseTool, Tool, StructuredTool) == known | {"_is_protocol"}


def test_every_entry_of_a_middleware_and_of_a_tool_node_is_known() -> None:
    hooks = {"wrap_model_call", "awrap_model_call", "wrap_tool_call", "awrap_tool_call"}
    others = {
        f"{a}{when}_{what}" for a in ("", "a") for when in ("before", "after") for what in ("agent", "model")
    }
    assert entries(AgentMiddleware) - {"name", "state_schema", "tools", "trace_policy", "transformers"} - {
        "_is_protocol"
    } == (hooks | others)
    own = {name for name in vars(ToolNode) if not name.startswith("__")}
    assert {name for name in own if "run" in name or "execute" in name or name in ("_func", "_afunc")} == {
        *("_func", "_afunc", "_run_one", "_arun_one", "_execute_tool_sync", "_execute_tool_async"),
    }


class Named(BaseModel):
    """A schema."""

    name: str


def drop(ran: Ran) -> list[BaseTool]:
    """A tool that no gate here accepts, in every form that is taken."""

    class Own(BaseTool):
        """A tool as people write them."""

        name: str = REFUSED
        description: str = "Drop."
        count: int = 0
        _kept: Any = PrivateAttr(default=None)

        def _run(self, name: str) -> str:
            return ran(REFUSED, name)

        def helper(self) -> str:
            return "x"

    class Awaited(Own):
        async def _arun(self, name: str) -> str:
            return ran(REFUSED, name)

    class Made(StructuredTool):
        def _run(self, *args: Any, **kwargs: Any) -> str:
            return ran(REFUSED, *args, *kwargs)

    def drop_table(name: str) -> str:
        """Drop."""
        return ran(REFUSED, name)

    async def adrop_table(name: str) -> str:
        """Drop."""
        return ran(REFUSED, name)

    return [
        Own(),
        Awaited(),
        tool(drop_table),
        StructuredTool.from_function(coroutine=adrop_table, name=REFUSED),
        StructuredTool.from_function(func=drop_table, coroutine=adrop_table),
        Made.from_function(func=drop_table),
        Tool(name=REFUSED, func=drop_table, description="Drop."),
        Tool(name=REFUSED, func=drop_table, coroutine=adrop_table, description="Drop."),
        StructuredTool(
            name=REFUSED, description="Drop.", args_schema=Named, func=functools.partial(drop_table)
        ),
    ]


GIVEN = {"name": "orders"}
CALL: Any = {"name": REFUSED, "args": GIVEN, "id": "call_0", "type": "tool_call"}


async def every_way(behind: Any) -> None:
    """Run a tool in every way that there is; what an entry raises is its own matter."""

    async def collected(stream: Any) -> None:
        async for _ in stream:
            pass

    def listed(values: Any) -> list[Any]:
        return [values]

    listed_text: Any = str
    behind_kind = cast("Any", type(behind))
    ways: list[Any] = [
        *(lambda given=given: behind.invoke(given) for given in (GIVEN, CALL)),
        *(lambda given=given: behind.ainvoke(given) for given in (GIVEN, CALL)),
        lambda: behind.run(GIVEN),
        lambda: behind.run(GIVEN, tool_call_id="call_0"),
        lambda: behind.run("orders"),
        lambda: behind.arun(GIVEN),
        lambda: behind.arun("orders", tool_call_id="call_0"),
        lambda: behind.batch([GIVEN, CALL]),
        lambda: behind.abatch([GIVEN, CALL]),
        lambda: list(behind.batch_as_completed([GIVEN, CALL])),
        lambda: collected(behind.abatch_as_completed([GIVEN, CALL])),
        lambda: list(behind.stream(GIVEN)),
        lambda: collected(behind.astream(GIVEN)),
        lambda: list(behind.transform(iter(listed(GIVEN)))),
        lambda: collected(behind.astream_events(GIVEN, version="v2")),
        lambda: collected(behind.astream_log(GIVEN)),
        lambda: list(behind.stream_events(GIVEN)),
        lambda: behind.as_tool().invoke(GIVEN),
        lambda: behind.bind().invoke(GIVEN),
        lambda: behind.map().invoke([GIVEN]),
        lambda: behind.pipe(str).invoke(GIVEN),
        lambda: (behind | listed_text).invoke(GIVEN),
        lambda: behind.pick("x").invoke(GIVEN),
        lambda: behind.with_config({"tags": ["x"]}).invoke(GIVEN),
        lambda: behind.with_fallbacks([behind]).invoke(GIVEN),
        lambda: behind.with_listeners().invoke(GIVEN),
        lambda: behind.with_alisteners().ainvoke(GIVEN),
        lambda: behind.with_retry(stop_after_attempt=2, wait_exponential_jitter=False).invoke(GIVEN),
        lambda: behind.with_types(input_type=dict).invoke(GIVEN),
        lambda: behind.configurable_fields(name=ConfigurableField("x")).invoke(GIVEN),
        lambda: behind.configurable_fields(name=ConfigurableField("x")).invoke(
            GIVEN, {"configurable": {"x": "search_docs"}}
        ),
        lambda: behind.configurable_alternatives(ConfigurableField("x")).invoke(GIVEN),
        lambda: behind._run(**GIVEN),
        lambda: behind._run("orders", config={}),
        lambda: behind._arun("orders"),
        lambda: behind._arun("orders", config={}),
        lambda: behind.func("orders"),
        lambda: behind.coroutine("orders"),
        lambda: copy.copy(behind).invoke(GIVEN),
        lambda: copy.deepcopy(behind).invoke(GIVEN),
        lambda: behind.model_copy().invoke(GIVEN),
        lambda: behind.model_copy(deep=True).ainvoke(GIVEN),
        lambda: behind.model_copy(update={"name": "search_docs"}).invoke(GIVEN),
        lambda: behind.model_copy(update={"func": behind.func}).invoke(GIVEN),
        lambda: behind_kind(**behind.model_dump()).invoke(GIVEN),
        lambda: behind_kind.model_construct(**dict(behind)).invoke(GIVEN),
        lambda: pickle.loads(pickle.dumps(behind)).invoke(GIVEN),
        lambda: ToolNode([behind]).invoke([CALL]),
        lambda: ToolNode([behind]).ainvoke([CALL]),
    ]
    for way in ways:
        try:
            outcome = way()
            if inspect.isawaitable(outcome):
                await outcome
        except Exception:  # noqa: BLE001
            continue


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("at", range(9))
def test_every_way_to_run_a_tool_leads_through_the_gate(at: int) -> None:
    ran, decisions = Ran(), list[Any]()
    own = drop(ran)[at]
    asyncio.run(every_way(gated(own, make_gate(decisions=decisions))))
    assert ran.calls == []
    assert len(decisions) > 20
    assert {one["route"] for one in decisions} == {"refuse"}
    # And these ways do run a tool: the same one, without a gate.
    asyncio.run(every_way(own))
    assert len(ran.calls) > 10


def ungated(self: Any, *args: Any, **kwargs: Any) -> str:
    return "ran"


SPECIAL = [
    *("__call__", "__getattr__", "__getattribute__", "__setattr__", "__copy__", "__deepcopy__", "__or__"),
    *("__reduce__", "__getstate__", "__init_subclass__", "__pydantic_init_subclass__", "__new__", "__iter__"),
]


@pytest.mark.parametrize(
    "name", [*sorted(entries(BaseTool) - {"_run", "_arun", "_is_protocol"} - ABOUT), *SPECIAL]
)
@pytest.mark.parametrize("base", [BaseTool, StructuredTool, Tool])
def test_a_class_with_an_entry_of_its_own_is_not_taken(name: str, base: Any) -> None:
    def _run(self: Any, name: str) -> str:
        return name

    def attribute(self: Any, name: str) -> Any:
        return object.__getattribute__(self, name)

    def new(kind: Any, *_: Any, **__: Any) -> Any:
        return object.__new__(kind)

    def set_attribute(self: Any, name: str, value: Any) -> None:
        base.__setattr__(self, name, value)

    def begin(kind: Any, **_: Any) -> None:
        pass

    harmless: dict[str, Any] = {
        "__getattribute__": attribute,
        "__new__": new,
        "__setattr__": set_attribute,
        "__init_subclass__": classmethod(begin),
        "__pydantic_init_subclass__": classmethod(begin),
    }
    member: Any = harmless.get(name, ungated)
    meta = cast("Any", type(base))
    members: dict[str, Any] = {"_run": _run, name: member, "__module__": __name__}
    for kind in (
        meta("Own", (base,), members),
        # What another class brings along is the class's own as well.
        meta("Mixed", (type("Mixin", (), {name: member}), base), {"_run": _run, "__module__": __name__}),
    ):
        behind: Any = meta("Below", (kind,), {"__module__": __name__})
        made: Any = {"func": ungated, "args_schema": {"properties": {}}}
        more: dict[str, Any] = {} if base is BaseTool else made
        one = behind(name=REFUSED, description="Drop.", **more)
        gate = ToolGate({})
        with pytest.raises(TypeError, match=f"`drop_table` could run behind the gate's back.*`{name}`"):
            gated(one, gate)
        with pytest.raises(TypeError, match="behind the gate's back"):
            tool_node([one], gate)


def test_a_middleware_does_not_take_it_either() -> None:
    class Own(BaseTool):
        name: str = REFUSED
        description: str = "Drop."

        def _run(self, name: str) -> str:
            return name

        def invoke(self, *_: Any, **__: Any) -> Any:
            raise AssertionError

    middleware: Any = GateMiddleware(ToolGate({}))
    agent: Any = create_agent(Scripted(calls=[CALL]), [Own()], middleware=[middleware])
    with pytest.raises(TypeError, match="behind the gate's back"):
        agent.invoke({"messages": [HumanMessage("go")]})


@pytest.mark.parametrize("name", ["_run", "_arun", "invoke", "run", "_parse_input", "__call__"])
def test_a_tool_with_an_entry_of_its_own_is_not_taken(name: str) -> None:
    for one in drop(Ran()):
        vars(one)[name] = ungated
        with pytest.raises(TypeError, match=f"behind the gate's back.*`{name}`"):
            gated(one, ToolGate({}))


class Meta(type(BaseTool)):  # type: ignore[misc]
    """Says what its classes have."""


def test_what_else_could_stand_in_for_an_entry() -> None:
    gate = ToolGate({})

    class OfMeta(BaseTool, metaclass=Meta):
        name: str = REFUSED
        description: str = "Drop."

        def _run(self) -> str:
            return "x"

    class Static(BaseTool):
        name: str = REFUSED
        description: str = "Drop."

        @staticmethod
        def _run() -> str:  # type: ignore[override]
            return "x"

    class Property(BaseTool):
        description: str = "Drop."
        args_schema: ClassVar[Any] = {"properties": {}}  # type: ignore[misc]

        def _run(self) -> str:
            return "x"

    for one in (OfMeta(), Static(), Property(name=REFUSED)):
        with pytest.raises(TypeError, match="behind the gate's back"):
            gated(one, gate)


@pytest.mark.parametrize(
    "name", sorted(RUN_ONCE | RUN_MANY | RUN_IN_PARTS | {"_run", "_arun", "_parse_input"})
)
def test_nothing_in_the_tool_stands_in_for_what_runs_it(name: str) -> None:
    for own in drop(Ran()):
        behind: Any = gated(own, ToolGate({}))
        for one in (behind, behind.model_copy(update={name: ungated}), copy.copy(behind)):
            vars(one)[name] = ungated
            assert getattr(one, name) is not ungated
            assert "was not run" in str(one.invoke(CALL))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("func", ungated),
        ("coroutine", ungated),
        ("name", "send_email"),
        ("args_schema", None),
        ("response_format", "content_and_artifact"),
        ("handle_tool_error", True),
        ("_run", ungated),
        ("_arun", ungated),
        ("invoke", ungated),
        ("run", ungated),
    ],
)
def test_what_is_behind_a_gate_does_not_change(name: str, value: Any) -> None:
    ran, decisions = Ran(), list[Any]()

    @tool
    def search_docs(query: str) -> str:
        """Search."""
        return ran("search_docs", query)

    own: Any = search_docs
    behind: Any = gated(own, make_gate(decisions=decisions))
    with pytest.raises(TypeError, match=f"its `{name}` does not change"):
        setattr(behind, name, value)
    # A change of the original tool does not reach the copy.
    if name in BaseTool.model_fields | StructuredTool.model_fields:
        setattr(own, name, value)
        assert behind.invoke({"query": "leave"}) == "search_docs ran"
        # Past the class, or by a copy with other fields: then it does not run.
        for other in (copy.copy(behind), behind.model_copy(update={name: value})):
            vars(other)[name] = value
            with pytest.raises(Exception, match="it was changed after it was put behind the gate"):
                other._run(query="leave")


def test_a_function_behind_a_gate_runs_only_as_its_tool() -> None:
    @tool
    def search_docs(query: str) -> str:
        """Search."""
        return query

    behind: Any = gated(search_docs, make_gate())
    with pytest.raises(TypeError, match="`search_docs` is behind a gate"):
        behind.func("leave")
    assert behind.invoke({"query": "leave"}) == "leave"


def test_a_function_that_calls_its_own_tool_is_checked_again() -> None:
    ran, decisions, found = Ran(), list[Any](), list[Any]()

    @tool
    def search_docs(query: str) -> str:
        """Search."""
        ran("search_docs", query)
        if query == "outer":
            with pytest.raises(TypeError, match="is behind a gate"):
                found[0].func("past it")
            found[0].invoke({"query": "inner"})
        return query

    found.append(gated(search_docs, make_gate(decisions=decisions)))
    assert found[0].invoke({"query": "outer"}) == "outer"
    assert ran.calls == [("search_docs", "outer"), ("search_docs", "inner")]
    assert len(decisions) == 2


def test_a_coroutine_that_calls_its_own_tool_is_checked_again() -> None:
    ran, decisions, found = Ran(), list[Any](), list[Any]()
    recommended: Any = iter(["accept", "refuse", "accept", "refuse"])

    def next_recommended(_: Call) -> Any:
        return next(recommended)

    rule = replace(SEARCH, recommended_route=next_recommended)

    def search_docs(query: str = "") -> str:
        """Search."""
        return ran("search_docs", query)

    async def asearch_docs(query: str = "") -> str:
        ran("asearch_docs", query)
        # The very same arguments: another call all the same.
        return str(found[-1].invoke({"query": query}))

    class Own(BaseTool):
        name: str = "search_docs"
        description: str = "Search."

        def _run(self, query: str = "") -> str:
            return search_docs(query)

        async def _arun(self, query: str = "") -> str:
            return await asearch_docs(query)

    gate = make_gate(search=rule, decisions=decisions)
    for own in (StructuredTool.from_function(search_docs, asearch_docs), Own()):
        found.append(gated(own, gate))
        assert "was not run: refuse" in asyncio.run(found[-1].ainvoke({"query": ""}))
    assert ran.calls == [("asearch_docs", ""), ("asearch_docs", "")]
    assert [decision["route"] for decision in decisions] == ["accept", "refuse"] * 2


def test_what_a_tool_raises_is_handled_as_it_says() -> None:
    @tool
    def search_docs(query: str) -> str:
        """Search."""
        raise ToolException(query)

    search_docs.handle_tool_error = True
    assert gated(search_docs, make_gate()).invoke({"query": "leave"}) == "leave"


def test_artifacts() -> None:
    @tool(response_format="content_and_artifact")
    def search_docs(query: str) -> tuple[str, int]:
        """Search."""
        return query, 7

    behind = gated(search_docs, make_gate())
    call = {"name": "search_docs", "args": {"query": "leave"}, "id": "call_0", "type": "tool_call"}
    assert behind.invoke(call).artifact == 7
    refused = gated(search_docs, ToolGate({})).invoke(call)
    assert (refused.status, refused.artifact) == ("error", None)


class Looking(BaseModel):
    """A schema that changes what it is given."""

    query: str

    @field_validator("query")
    @classmethod
    def _upper(cls, value: str) -> str:
        return value.upper()


def test_what_a_schema_makes_of_the_arguments_is_what_is_checked() -> None:
    ran, seen = Ran(), list[Any]()

    @tool(args_schema=Looking)
    def search_docs(query: str) -> str:
        """Search."""
        return ran("search_docs", query)

    def refs(call: Any) -> list[str]:
        seen.append(dict(call.arguments))
        return []

    gated(search_docs, make_gate(search=replace(SEARCH, evidence_refs=refs))).invoke({"query": "leave"})
    assert seen == [{"query": "LEAVE"}]
    assert ran.calls == [("search_docs", "LEAVE")]


def test_what_a_lookup_keeps_is_not_what_runs() -> None:
    ran, kept = Ran(), list[Any]()

    def refs(call: Any) -> list[str]:
        kept.append(call.arguments["tags"])
        return []

    def record(decision: Any) -> None:
        kept[0].append("changed")

    @tool
    def search_docs(tags: list[str]) -> str:
        """Search."""
        return ran("search_docs", *tags)

    gate = make_gate(search=replace(SEARCH, evidence_refs=refs), on_decision=record)
    gated(search_docs, gate).invoke({"tags": ["one"]})
    assert ran.calls == [("search_docs", "one")]


class Keeps(BaseCallbackHandler):
    """Changes what it is told of a call, at once and later."""

    def __init__(self) -> None:
        self.kept: list[Any] = []

    def on_tool_start(self, *_: Any, inputs: Any = None, **__: Any) -> None:
        self.kept.append(inputs["tags"])
        inputs["tags"].append("at once")


def test_what_a_callback_changes_is_what_is_checked() -> None:
    ran, seen, keeps = Ran(), list[Any](), Keeps()

    def refs(call: Any) -> list[str]:
        seen.append(list(call.arguments["tags"]))
        return []

    def record(decision: Any) -> None:
        keeps.kept[0].append("late")

    @tool
    def search_docs(tags: list[str]) -> str:
        """Search."""
        return ran("search_docs", *tags)

    gate = make_gate(search=replace(SEARCH, evidence_refs=refs), on_decision=record)
    gated(search_docs, gate).invoke({"tags": ["one"]}, {"callbacks": [keeps]})
    assert seen == [["one", "at once"]]
    assert ran.calls == [("search_docs", "one", "at once")]


class Shows(list[Any]):
    """Shows something else than it holds."""

    def __iter__(self) -> Any:
        return iter(["shown"])

    def __getitem__(self, at: Any) -> Any:
        return "shown"


def test_a_list_of_another_kind_is_what_it_holds() -> None:
    ran = Ran()

    def search_docs(tags: Any) -> str:
        """Search."""
        return ran(type(tags), list(tags))

    schema = {"type": "object", "properties": {"tags": {"type": "array"}}}
    one = StructuredTool(name="search_docs", description="Search.", args_schema=schema, func=search_docs)
    gated(one, make_gate()).invoke({"tags": Shows(["held"])})
    assert ran.calls in ([(list, ["held"])], [])


def test_an_injected_argument_of_the_applications_is_checked() -> None:
    @tool
    def search_docs(query: str, session: Annotated[object, InjectedToolArg]) -> str:
        """Search."""
        return query

    answer = gated(search_docs, make_gate()).invoke({"query": "x", "session": object()})
    assert "was not run: refuse" in answer
