"""`aai.json` descriptors: which tools an application offers, and how they are called.

A `Descriptor` that is accepted turns the arguments of a call into the whole request, with its secrets only
named: that plan is what the gate is asked about, and what is sent.

>>> from aana import descriptor
>>> desk = descriptor.Descriptor('''{
...     "schema_version": "1.0",
...     "app": {"id": "com.example.desk", "name": "Desk", "description": "Keeps tasks"},
...     "execution": {"type": "http", "base_url": "https://desk.example.com"},
...     "tools": [{
...         "name": "get_task",
...         "description": "Get a task",
...         "execution": {"path": "/tasks/${id}", "method": "GET"},
...         "parameters": {
...             "type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]
...         }
...     }]
... }''')
>>> planned = desk.plan("get_task", {"id": "a/b"})
>>> planned["plan"]["url"]
'https://desk.example.com/tasks/a%2Fb'
>>> refused = desk.plan("get_task", {"id": 7})
>>> refused["errors"][0]["rule"], refused["errors"][0]["pointer"], refused["recommended_route"]
('args.type', '/id', 'ask')

Arguments, answers and events are objects, or JSON text as `str` or `bytes`. No method raises because of
them; what JSON cannot hold is a finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from aana import _answers
from aana._descriptor_types import (
    AcceptedReport,
    Annotations,
    AnthropicTool,
    AppFacts,
    Audit,
    Carried,
    Classification,
    Client,
    EventAnswer,
    Evidence,
    Facts,
    Finding,
    GeminiTool,
    HttpAudit,
    HttpPlan,
    IpcAudit,
    IpcPlan,
    Judgement,
    LeftOut,
    McpTool,
    McpToolMeta,
    Method,
    Offer,
    OfferedTool,
    OpenAiFunction,
    OpenAiResponsesTool,
    OpenAiTool,
    Origin,
    Plan,
    PlanAnswer,
    Planned,
    PlannedEvent,
    Profile,
    Refused,
    RejectedReport,
    Report,
    Secret,
    Sent,
    Severity,
    Signals,
    Summary,
    ToolFacts,
    ToolSummary,
    Wire,
    WireAnswer,
)
from aana._native import (
    descriptor_carried_back,
    descriptor_check_event,
    descriptor_classify_facts,
    descriptor_event_faults,
    descriptor_read,
    descriptor_tools,
    given_now,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from os import PathLike

    from aana._native import Gate, Loaded
    from aana._types import AuthorizationState, Decision, Event, EvidenceRef, Fault, Policy

__all__ = [
    "AcceptedReport",
    "Annotations",
    "AnthropicTool",
    "AppFacts",
    "Audit",
    "Carried",
    "Catalog",
    "Classification",
    "Client",
    "Descriptor",
    "DescriptorError",
    "EventAnswer",
    "Evidence",
    "Facts",
    "Finding",
    "GeminiTool",
    "HttpAudit",
    "HttpPlan",
    "IpcAudit",
    "IpcPlan",
    "Judgement",
    "LeftOut",
    "McpTool",
    "McpToolMeta",
    "Method",
    "Offer",
    "OfferedTool",
    "OpenAiFunction",
    "OpenAiResponsesTool",
    "OpenAiTool",
    "Origin",
    "Plan",
    "PlanAnswer",
    "Planned",
    "PlannedEvent",
    "Profile",
    "Refused",
    "RejectedReport",
    "Report",
    "Secret",
    "Sent",
    "Severity",
    "Signals",
    "Summary",
    "ToolFacts",
    "ToolSummary",
    "Wire",
    "WireAnswer",
    "carried_back",
    "check",
    "classify_facts",
    "tools",
]


def check(text: str | bytes, profile: Profile = "seed") -> Report:
    """Judge a descriptor. The profile `compat` also reads what other tools write.

    >>> from aana import descriptor
    >>> report = descriptor.check("{}")
    >>> report["accepted"], report["findings"][0]["rule"]
    (False, 'field.missing')
    """
    report: Report = _answers.read(descriptor_read(text, profile)[0])
    return report


class DescriptorError(ValueError):
    """A descriptor is not accepted; `findings` lists every broken rule, with its JSON pointer."""

    findings: list[Finding]

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings
        errors = [finding for finding in findings if finding["severity"] == "error"]
        first = "".join(
            f": at `{error['pointer']}`, {error['message']} (`{error['rule']}`)" for error in errors[:1]
        )
        more = f"; {len(errors) - 1} more" if len(errors) > 1 else ""
        super().__init__(f"the descriptor is not accepted{first}{more}")

    def __reduce__(self) -> tuple[type[DescriptorError], tuple[list[Finding]]]:
        return type(self), (self.findings,)


class Descriptor:
    """A descriptor that is accepted. One that is not raises `DescriptorError`.

    It is read once and may be asked from as many threads as you like. `findings` are the warnings about
    it, `digest` pins its text, `origin` is where requests go, and `native` is the compiled half's.

    >>> from aana import descriptor
    >>> descriptor.Descriptor('{"schema_version": "1.0", "tools": []}')
    Traceback (most recent call last):
    ...
    aana.descriptor.DescriptorError: the descriptor is not accepted: at `/app`, ...
    """

    __slots__ = ("_summary", "findings", "native")

    def __init__(self, text: str | bytes, profile: Profile = "seed") -> None:
        answer, loaded = descriptor_read(text, profile)
        report: Report = _answers.read(answer)
        if loaded is None or "descriptor" not in report:
            raise DescriptorError(report["findings"])
        self.native: Loaded = loaded
        self._summary = report["descriptor"]
        self.findings = report["findings"]

    @property
    def app_id(self) -> str:
        """The id of the application."""
        return self._summary["app_id"]

    @property
    def app_name(self) -> str:
        """Its name: text from outside."""
        return self._summary["app_name"]

    @property
    def digest(self) -> str:
        """`sha256:` and the hash of the text."""
        return self._summary["digest"]

    @property
    def origin(self) -> str | None:
        """Scheme, host and port of its requests; nothing for an application on this machine."""
        return self._summary["origin"]

    @property
    def tools(self) -> list[ToolSummary]:
        """Its tools."""
        return self._summary["tools"]

    def plan(self, tool: str, arguments: Mapping[str, Any] | str | bytes) -> Planned | Refused:
        """Check the arguments of a call, and plan the request that they make. Nothing is sent."""
        planned: Planned | Refused = _told(self.native.plan(tool, arguments))
        return planned

    def check_arguments(self, tool: str, arguments: Mapping[str, Any] | str | bytes) -> Judgement:
        """Check the arguments of a call alone, also of a tool that is only declared."""
        found: Judgement = _told(self.native.arguments(tool, arguments))
        return found

    def check_answer(self, tool: str, answer: object) -> Judgement:
        """Check the answer of a tool by its `returns`.

        `str` and `bytes` are JSON text, as it came; an answer that is a string is quoted there.
        """
        found: Judgement = _told(self.native.answer(tool, answer))
        return found

    def wire(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        env: Mapping[str, str] | Callable[[str], str | None] | None = None,
        tokens: Mapping[str, str] | Callable[[str], str | None] | None = None,
        allow_variables: Iterable[str] = (),
    ) -> Sent | Refused:
        """Plan a call and put its secrets in place: **after** the gate has accepted it.

        `env` and `tokens` are mappings, such as `os.environ`, or functions from a name to its value; they
        are only asked for what this call names and may have. A descriptor may have the variables
        `AAI_<APP ID>_<WORD>` of its own id, for the host that its id names. `allow_variables` lists what an
        operator lets it have beyond that: `NAME`, or with the only place it may go to `NAME=ORIGIN`. OAuth
        tokens stand under `<app id>=<origin>`, or for the host that the id names under the id alone.
        Redirects are not to be followed, and the answer is not to be written down; its `repr` shows
        nothing of it.
        """
        allowed = _answers.words(allow_variables, "allow_variables")
        sources = {"env": _source(env, "env"), "tokens": _source(tokens, "tokens")}
        found: dict[str, dict[str, str]] = {"env": {}, "tokens": {}}
        for reference in self.native.secrets_to_look_up(tool, arguments, allowed):
            kind, _, name = reference.partition(":")
            group = "env" if kind == "env" else "tokens"
            value = sources[group](name)
            if value is not None:
                found[group][name] = _answers.secret(value, group)
        secrets = {**found, "allow_variables": allowed}
        answer = _told(self.native.wire(tool, arguments, _answers.written(secrets, "secrets")))
        if answer.get("wire") is not None:
            answer["wire"] = _Wire(answer["wire"])
        sent: Sent | Refused = answer
        return sent

    def classify(
        self, tool: str, authorization_state: AuthorizationState = "none", *, pinned: bool = False
    ) -> Classification:
        """Tell what a tool does, and the route that a call of it deserves.

        `pinned` says that an operator has looked at exactly this descriptor.
        """
        found: Classification = _told(
            self.native.classify(tool, authorization_state, _answers.flag(pinned, "pinned"))
        )
        return found

    def event(
        self,
        tool: str,
        arguments: Mapping[str, Any] | str | bytes,
        *,
        authorization_state: AuthorizationState = "none",
        pinned: bool = False,
        evidence: Iterable[EvidenceRef | Mapping[str, Any]] = (),
        read_at: datetime | int | None = None,
        max_age_hours: int = 24,
        now: datetime | int | None = None,
    ) -> PlannedEvent | Refused:
        """Plan a call, and form the event that asks the gate about it.

        `authorization_state` and `evidence` are what you know of the user's permission; the descriptor
        proves nothing about it. `read_at` is when the descriptor was fetched, if that was not now.
        """
        context: dict[str, Any] = {
            "authorization_state": authorization_state,
            "pinned": _answers.flag(pinned, "pinned"),
            "evidence": list(evidence),
            "max_age_hours": max_age_hours,
            "now_ms": given_now(now),
        }
        if read_at is not None:
            context["read_at_ms"] = given_now(read_at)
        answer: PlannedEvent | Refused = _told(
            self.native.event(tool, arguments, _answers.written(context, "evidence"))
        )
        return answer

    def __repr__(self) -> str:
        return f"<aana.descriptor.Descriptor: {self.app_id}>"


def tools(descriptors: Iterable[Descriptor], client: Client, *, pinned: bool = False) -> Offer:
    """Offer the tools of descriptors to a client.

    Descriptions and names in them are text from outside, freed of what cannot be seen. What the client does
    not take is written otherwise, or stands in `left_out` with the reason. `carried_back` leads back from
    what the client calls.
    """
    offer: Offer = _told(descriptor_tools(_loaded(descriptors), client, _answers.flag(pinned, "pinned")))
    return offer


def carried_back(
    descriptors: Iterable[Descriptor], client: Client, name: str, arguments: Mapping[str, Any] | str | bytes
) -> Carried | Refused:
    """Read a call of a client that was offered these tools: the tool and its arguments under their own names.

    >>> from aana import descriptor
    >>> desk = descriptor.Descriptor('''{
    ...     "schema_version": "1.0",
    ...     "app": {"id": "com.example.desk", "name": "Desk", "description": "Keeps tasks"},
    ...     "execution": {"type": "ipc"},
    ...     "tools": [{
    ...         "name": "find_task",
    ...         "description": "Find a task",
    ...         "parameters": {"type": "object", "properties": {"filter[name]": {"type": "string"}}}
    ...     }]
    ... }''')
    >>> call = descriptor.carried_back([desk], "anthropic", "com_example_desk__find_task", {"filter_name_": "x"})
    >>> call["tool"], call["arguments"]
    ('find_task', {'filter[name]': 'x'})
    """
    carried: Carried | Refused = _told(descriptor_carried_back(_loaded(descriptors), client, name, arguments))
    return carried


def classify_facts(
    facts: Facts, authorization_state: AuthorizationState = "none", *, pinned: bool = False
) -> Classification:
    """Tell what a tool without a descriptor does.

    >>> from aana import descriptor
    >>> found = descriptor.classify_facts({"tool": {"name": "delete_invoice", "method": "DELETE"}})
    >>> found["tool_category"], found["risk_domain"], found["destructive"]
    ('write', 'finance', True)
    """
    known = _answers.written(_answers.table(facts, "facts"), "facts")
    found: Classification = _told(
        descriptor_classify_facts(known, authorization_state, _answers.flag(pinned, "pinned"))
    )
    return found


class Catalog:
    """The loaded descriptors together, in front of the gate.

    An event that names a tool of one of them is refused unless its `proposed_arguments` fit the tool's
    `parameters`; any other is the gate's alone.

    >>> from aana import descriptor
    >>> desk = descriptor.Descriptor('''{
    ...     "schema_version": "1.0",
    ...     "app": {"id": "com.example.desk", "name": "Desk", "description": "Keeps tasks"},
    ...     "execution": {"type": "ipc"},
    ...     "tools": [{
    ...         "name": "create_task",
    ...         "description": "Create a task",
    ...         "parameters": {"type": "object", "properties": {"title": {"type": "string"}}}
    ...     }]
    ... }''')
    >>> event = desk.event("create_task", {"title": "Water"}, authorization_state="confirmed")["event"]
    >>> event["tool_name"], event["tool_category"]
    ('com_example_desk__create_task', 'write')
    >>> catalog = descriptor.Catalog([desk])
    >>> event["proposed_arguments"]["title"] = 7
    >>> catalog.check(event)["validation_errors"][0]["code"], catalog.faults(event)[0]["path"]
    ('arguments_invalid', '/proposed_arguments/title')
    """

    __slots__ = ("_all",)

    def __init__(self, descriptors: Iterable[Descriptor]) -> None:
        self._all = _loaded(descriptors)

    def check(
        self,
        event: Event | Mapping[str, Any] | str | bytes,
        *,
        policy: Policy | str | PathLike[str] | Gate | None = None,
        now: datetime | int | None = None,
    ) -> Decision:
        """Decide an event, as `aana.check_tool_call` does; JSON text is read strictly."""
        return descriptor_check_event(self._all, event, policy, now)

    def faults(self, event: Event | Mapping[str, Any] | str | bytes) -> list[Fault]:
        """List what is wrong with the arguments of an event, and nothing else."""
        faults: list[Fault] = _told(descriptor_event_faults(self._all, event))["faults"]
        return faults

    def __repr__(self) -> str:
        return f"<aana.descriptor.Catalog: {len(self._all)}>"


class _Wire(dict[str, Any]):
    """What holds secrets, and does not show them."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<aana.descriptor.Wire: not shown>"


def _source(
    given: Mapping[str, str] | Callable[[str], str | None] | None, argument: str
) -> Callable[[str], str | None]:
    """How one value is looked up, without a look at the others."""
    if given is None:
        return lambda _: None
    look_up = getattr(given, "get", given)
    if callable(look_up):
        return cast("Callable[[str], str | None]", look_up)
    raise TypeError(f"`{argument}` is neither a mapping nor a function from a name to its value")


def _loaded(descriptors: Iterable[Descriptor]) -> list[Loaded]:
    given: list[object] = list(descriptors)
    found = [one.native for one in given if isinstance(one, Descriptor)]
    if len(found) != len(given):
        raise TypeError("`descriptors` holds something else than a `Descriptor`")
    return found


def _told(text: str) -> Any:
    answer = _answers.read(text)
    if answer.get("refused") == "input":
        raise ValueError(f"`{answer['input']}` is not known here")
    return answer
