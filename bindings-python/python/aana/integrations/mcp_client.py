"""MCP: the client's session behind the gate.

`GatedSession` stands in front of an open `ClientSession`, `Client` or `ClientSessionGroup` of the official SDK and
calls a tool only if the gate accepts. MCP leaves it to the host to ask its user: `confirm` gets the question and
gives what `approve` or `reject` make of it, `aana.integrations.approve(question)`; nothing else is a yes. A blocked
call gives a result with the error flag, as a failing tool does. What the server fills in for missing arguments, no
client can see. A tool that its server marks as acting (`readOnlyHint: false` or `destructiveHint: true`, as `list_tools`
or a group of sessions has it) is a write, even if its rule says that it reads; that a tool only reads is not believed. A rule
with `annotations=False` leaves them out. The server's tools are known when they are listed: a tool that the gate lists and that the server does
not have is then a warning in the log, once; `elsewhere` names those of another server. For an error, call the gate's
`assert_registered` with the names. Whoever holds the session itself can call its tools without the gate: keep it from the agent.
"""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any, Protocol, cast

from mcp.types import CallToolResult

from aana._errors import WrongUse
from aana._names import shown_name
from aana._native import given_json
from aana.integrations._annotations import acts
from aana.integrations._common import Ask, Blocked, Call, not_understood, warn_of_unregistered
from aana.integrations._confirm import confirmed_async
from aana.integrations._json import kept, without

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from mcp.types import ListToolsResult

    from aana.confirmation import Pending
    from aana.integrations._common import Answer, ToolGate

__all__ = ["GatedSession", "Session"]


class Session(Protocol):
    """What is needed of the session."""

    def call_tool(self, name: str, arguments: dict[str, Any] | None = None, /) -> Awaitable[CallToolResult]:
        """Call a tool of the server."""
        ...


class GatedSession:
    """Calls a tool of an MCP server only if the gate accepts the call. The session is the `Call`'s `context`.

    A tool can read a call's `meta`, and nobody checks that. So it is sent only if `unchecked` lists it, as
    `unchecked=["meta"]`: leave that out where the caller is an agent.
    """

    def __init__(
        self,
        session: Session,
        gate: ToolGate,
        *,
        confirm: Callable[[Pending], Awaitable[Answer]] | None = None,
        unchecked: Iterable[str] = (),
        elsewhere: Iterable[str] = (),
    ) -> None:
        if isinstance(session, GatedSession):
            raise TypeError("the session is behind a gate already")
        if isinstance(unchecked, str):
            raise WrongUse("`unchecked` is a string; a list of names is allowed")
        self._options = _HOW | frozenset(unchecked)
        if self._options - _HOW - _UNCHECKED:
            raise WrongUse("`unchecked` has a name that is not known; only `meta` is allowed")
        self._session = session
        self._gate = gate
        self._confirm = confirm
        self._elsewhere = list(elsewhere)
        self._looked = False
        self._listed: set[str] = set()
        self._acting: set[str] = set()

    async def call_tool(
        self, name: str, arguments: dict[str, Any] | None = None, **options: Any
    ) -> CallToolResult:
        """Call the tool, or say why not.

        Of the `options` of the session's own `call_tool`, those that tell a tool something beside its arguments
        (`input_responses`, `request_state`, and `meta` unless `unchecked` lists it) are a `TypeError`: the gate
        would not see it.
        """
        if unknown := sorted(options.keys() - self._options):
            raise TypeError(f"a gated call takes no {', '.join(unknown)}: the gate would not see it")
        # A class of its own may find another tool than the one that it is named as.
        name = str.__str__(name)
        tool = self._known(name)
        sent = _sent(arguments, self._gate.rule(name).leave_out)
        if sent is None:
            return _result(not_understood(name))
        if acts(_annotations_of(tool)):
            self._acting.add(name)
        call = Call(name, sent, uuid.uuid4().hex, self._session, acts=name in self._acting)
        outcome = await self._gate.check_async(call)
        if isinstance(outcome, Ask):
            if self._confirm is None:
                outcome = await self._gate.settle_async(call, outcome, outcome.answered(approved=False))
            else:
                outcome = await confirmed_async(self._gate, call, outcome, self._confirm)
        if isinstance(outcome, Blocked):
            return _result(outcome)
        if self._known(name) is not tool:
            return _result(
                Blocked(name, f"The tool `{shown_name(name)}` was not run: it has become another server's.")
            )
        called: Callable[..., Awaitable[CallToolResult]] = self._session.call_tool
        return await called(name, outcome.arguments, **options)

    def _known(self, name: str) -> object:
        """The tool of a group of sessions, which is another one as soon as another server has the name."""
        tools: Any = getattr(self._session, "tools", None)
        return cast("dict[str, object]", tools).get(name) if isinstance(tools, dict) else None

    async def list_tools(self, **options: Any) -> ListToolsResult:
        """List the server's tools for the model, without the parameters in their rules' `leave_out`."""
        session: Any = self._session
        listing: Callable[..., Awaitable[ListToolsResult]] = session.list_tools
        found = await listing(**options)
        self._look(found)
        tools = [
            tool.model_copy(
                update={"input_schema": without(tool.input_schema, self._gate.rule(tool.name).leave_out)}
            )
            for tool in found.tools
        ]
        return found.model_copy(update={"tools": tools})

    def _look(self, found: ListToolsResult) -> None:
        """Say once what the server does not have, when the last page is there."""
        self._listed.update(tool.name for tool in found.tools)
        self._acting.update(tool.name for tool in found.tools if acts(tool.annotations))
        if not self._looked and found.next_cursor is None:
            self._looked = True
            warn_of_unregistered(self._gate, self._listed, self._elsewhere)


def _annotations_of(tool: object) -> object:
    return getattr(tool, "annotations", None)


_HOW = frozenset({"progress_callback", "read_timeout_seconds"})
_UNCHECKED = frozenset({"meta"})


def _sent(arguments: object, left_out: frozenset[str]) -> dict[str, Any] | None:
    """What is sent is JSON, with one reading, and nobody else holds it."""
    if arguments is None:
        return {}
    if not issubclass(type(arguments), dict):
        return None
    text, faults = given_json(arguments)
    if faults:
        return None
    return kept(json.loads(text), left_out)


def _result(blocked: Blocked) -> CallToolResult:
    content = [{"type": "text", "text": blocked.message}]
    return CallToolResult.model_validate({"content": content, "isError": True})
