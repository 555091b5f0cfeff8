"""Tools for the operator's policy: hold it against a list of tools, write a first one, try one on cases.

>>> from aana import policy
>>> report = policy.check({"tools": {"delete_fil": {"route_floor": "ask"}}}, "delete_file")
>>> report["dead_entries"]
[{'entry': 'delete_fil', 'nearest': ['delete_file']}]
>>> [tool["name"] for tool in report["unnamed_tools"]]
['delete_file']

Policies, lists of tools and cases are objects, or text as `str` or `bytes`. A list of tools is an MCP `tools/list`
answer, a list of OpenAI or Anthropic tools, an `aai.json` descriptor, or names: one a line, or a list of `str`. No
function raises because of what such a document holds: `faults` lists what is wrong with it, and then the answer has
nothing else but `ok` and `seems`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from aana import _answers
from aana._native import policy_check, policy_init, policy_test

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from aana._types import AuthorizationState, Blocker, Policy, Route, ToolCategory

__all__ = [
    "CaseResult",
    "CheckReport",
    "DeadEntry",
    "Deciding",
    "Difference",
    "DocumentFault",
    "Form",
    "InitReport",
    "Note",
    "TestReport",
    "ToolReading",
    "UnnamedTool",
    "check",
    "init",
    "test",
]

Form = Literal["mcp", "openai", "anthropic", "aai", "names", "tools"]
"""What a list of tools was taken for."""


class DocumentFault(TypedDict):
    """What is wrong with a document."""

    document: Literal["policy", "tools", "cases"]
    path: str
    code: str
    message: str


class Note(TypedDict):
    """A code and what it means."""

    code: str
    sentence: str


class Deciding(TypedDict):
    """Which field of the policy decides, as its JSON pointer."""

    tool_category: str | None
    minimum_authorization: str | None
    route_floor: str | None


class ToolReading(TypedDict):
    """How one tool is read. `category` is that of a call which is declared a public read: none is taken for less."""

    name: str
    verb_class: str
    category: ToolCategory
    unknown_category: ToolCategory
    why: list[Note]
    entries: list[str]
    deciding: Deciding
    minimum_authorization: AuthorizationState | None
    route_floor: Route | None
    remarks: list[Note]


class DeadEntry(TypedDict):
    """An entry that names no tool, and the tools that may have been meant."""

    entry: str
    nearest: list[str]


class UnnamedTool(TypedDict):
    """A tool that no entry names, and the dead entries that may have meant it."""

    name: str
    nearest: list[str]


class _Answer(TypedDict):
    ok: bool
    faults: list[DocumentFault]


class CheckReport(_Answer, total=False):
    """How a policy reads a list of tools. With `faults`, only `seems` is there beside them."""

    seems: Literal["policy", "tools", "event"] | None
    form: Form | None
    entries: list[str]
    tools: list[ToolReading]
    dead_entries: list[DeadEntry]
    unnamed_tools: list[UnnamedTool]
    remarks: list[Note]


class InitReport(_Answer, total=False):
    """A first policy as JSON text. With `faults`, only `seems` is there beside them."""

    seems: Literal["policy", "tools", "event"] | None
    form: Form | None
    policy: str
    tools: list[ToolReading]
    remarks: list[Note]


class Difference(TypedDict):
    """Where a decision is not the expected one; both sides are JSON text."""

    field: str
    expected: str
    found: str


class CaseResult(TypedDict):
    """What came of one case."""

    id: str
    passed: bool
    tool_name: str | None
    route: Route
    hard_blockers: list[Blocker]
    differences: list[Difference]


class TestReport(_Answer, total=False):
    """What came of cases. With `faults`, only `seems` is there beside them."""

    seems: Literal["policy", "tools", "event"] | None
    passed: int
    failed: int
    cases: list[CaseResult]


def check(
    policy: Policy | Mapping[str, Any] | str | bytes,
    tools: Mapping[str, Any] | Sequence[Any] | str | bytes | None = None,
) -> CheckReport:
    """Show how a policy reads a list of tools. `ok`: every entry names a tool, and every tool has an entry.

    >>> from aana import policy
    >>> report = policy.check({"tools": {"get_*": {"tool_category": "private_read"}}}, ["get_invoice"])
    >>> report["ok"], report["tools"][0]["category"], report["tools"][0]["deciding"]["tool_category"]
    (True, 'private_read', '/tools/get_*/tool_category')
    >>> policy.check({"tools": []})["faults"][0]["path"]
    '/tools'
    """
    report: CheckReport = _answers.read(policy_check(policy, tools))
    return report


def init(tools: Mapping[str, Any] | Sequence[Any] | str | bytes) -> InitReport:
    """Write a first policy: every tool with the category that it is read as, any other tool deferred.

    In doubt the stricter category is written, and the tool has `remarks`.

    >>> from aana import policy
    >>> import json
    >>> first = policy.init(["search_docs", "delete_file"])
    >>> json.loads(first["policy"])["tools"]
    {'search_docs': {'tool_category': 'public_read'}, 'delete_file': {'tool_category': 'write'}}
    """
    report: InitReport = _answers.read(policy_init(tools))
    return report


def test(
    policy: Policy | Mapping[str, Any] | str | bytes,
    cases: Mapping[str, Any] | Sequence[Any] | str | bytes,
    *,
    now: datetime | int | None = None,  # noqa: PT028 - no test of pytest's
) -> TestReport:
    """Decide events with a policy. `ok`: every decision is the expected one.

    A case is an `event` with its `route`, or with an `expect` as the conformance cases have it; `attested` lists the
    positions of the refs that the host has checked itself. `now` is the time of cases that name none.

    >>> from aana import policy
    >>> event = {
    ...     "tool_name": "search_docs",
    ...     "tool_category": "public_read",
    ...     "authorization_state": "none",
    ...     "evidence_refs": [],
    ...     "risk_domain": "research",
    ...     "proposed_arguments": {},
    ...     "recommended_route": "accept",
    ... }
    >>> tried = policy.test({}, [{"id": "docs", "event": event, "route": "ask"}])
    >>> tried["failed"], tried["cases"][0]["differences"]
    (1, [{'field': 'route', 'expected': '"ask"', 'found': '"accept"'}])
    """
    report: TestReport = _answers.read(policy_test(policy, cases, now))
    return report


# No tests of pytest's.
test.__test__ = False  # type: ignore[attr-defined]
type.__setattr__(TestReport, "__test__", False)
