"""The shapes of what `aana.descriptor` takes and says.

Written by `cargo xtask gen` from `schemas/`; changes here are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aana._types import Event
    from aana._words import RiskDomain, Route, ToolCategory

Severity = Literal["error", "warning"]
"""How much a broken rule weighs: an `error` keeps a document from being taken."""

Profile = Literal["seed", "compat"]
"""`seed` is the specification and the rules of safety; `compat` also takes what its neighbours write."""

Client = Literal["mcp", "openai", "openai-responses", "anthropic", "gemini"]
"""Who takes tools: the Model Context Protocol, OpenAI's Chat Completions or Responses, Anthropic, or
Gemini.
"""

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
"""The method of a request; `PATCH` in the profile `compat` alone."""

Evidence = Literal["read", "write", "open"]
"""What one signal says of a tool."""


class Finding(TypedDict):
    """One broken rule, and where: a JSON pointer into the descriptor, or into the arguments of a call."""

    rule: str
    """The rule's name, such as `field.missing`; `aana codes` lists all."""
    severity: Severity
    """What is only a warning leaves the document valid."""
    pointer: str
    """Where, as an RFC 6901 JSON pointer."""
    message: str
    """One sentence, without any value that could be a secret."""


class ToolSummary(TypedDict):
    """A tool of an accepted descriptor."""

    name: str
    """The name in the descriptor."""
    exposed_name: str
    """The name under which clients see it."""
    method: Method | None
    """The method of its requests; `null` for an application on this machine."""
    executable: bool
    """Whether calls of it can be planned; others are declared only."""


class Summary(TypedDict):
    """An accepted descriptor."""

    app_id: str
    """The id of the application."""
    app_name: str
    """Its name for people."""
    digest: str
    """`sha256:` and the hash of its text, to pin it."""
    origin: str | None
    """Scheme, host and port of its requests; `null` for an application on this machine."""
    tools: list[ToolSummary]
    """Its tools."""


@final
class AcceptedReport(TypedDict):
    """A descriptor that is accepted."""

    accepted: Literal[True]
    """It can be used."""
    findings: list[Finding]
    """Every broken rule."""
    descriptor: Summary
    """What it declares."""


@final
class RejectedReport(TypedDict):
    """A descriptor that is not accepted."""

    accepted: Literal[False]
    """It cannot be used."""
    findings: list[Finding]
    """Every broken rule."""


Report = AcceptedReport | RejectedReport
"""What is said of a descriptor. Findings of an accepted one are warnings."""


class Judgement(TypedDict):
    """What is said of arguments or of an answer."""

    valid: bool
    """No rule of severity `error` is broken."""
    findings: list[Finding]
    """Every broken rule."""


class Secret(TypedDict):
    """A secret by its name: where it goes and what it is called, never its value."""

    placement: Literal["header", "query"]
    """Where it goes."""
    name: str
    """The name of the header or parameter."""
    ref: str
    """`env:` and a variable, or `oauth2:` and an application."""


class _RequiredHttpPlan(TypedDict):
    """The members of `HttpPlan` that are always there."""

    kind: Literal["http"]
    """How it is sent."""
    method: Method
    """The method."""
    url: str
    """The address, without secrets."""
    headers: dict[str, str]
    """The headers, without secrets."""
    secrets: list[Secret]
    """The secrets that it needs."""


@final
class HttpPlan(_RequiredHttpPlan, total=False):
    """A request over HTTP, with its secrets only named."""

    body: Any
    """Sent as JSON, if it is there."""


@final
class IpcPlan(TypedDict):
    """A call of an application on this machine."""

    kind: Literal["ipc"]
    """How it is sent."""
    app_id: str
    """The application."""
    tool: str
    """The tool."""
    arguments: dict[str, Any]
    """The arguments."""


Plan = HttpPlan | IpcPlan
"""What a call would do: this is shown, gated and approved, and then sent."""


@final
class HttpAudit(TypedDict):
    """What may be written down of a request: names and shapes, no value and no secret."""

    kind: Literal["http"]
    """How it is sent."""
    app_id: str
    """The application."""
    tool: str
    """The tool."""
    argument_names: list[str]
    """The names of its arguments."""
    method: Method
    """The method."""
    origin: str
    """Scheme, host and port."""
    path_template: str
    """The path, with the names of its parameters."""
    query_names: list[str]
    """The names of its query parameters."""
    header_names: list[str]
    """The names of its headers."""
    has_body: bool
    """Whether it has a body."""
    secret_refs: list[str]
    """The secrets that it needs, by name."""


@final
class IpcAudit(TypedDict):
    """What may be written down of a call on this machine."""

    kind: Literal["ipc"]
    """How it is sent."""
    app_id: str
    """The application."""
    tool: str
    """The tool."""
    argument_names: list[str]
    """The names of its arguments."""


Audit = HttpAudit | IpcAudit
"""The form of a plan for a log."""


@final
class Planned(TypedDict):
    """A call that keeps the rules."""

    plan: Plan
    """What the call would do."""
    audit: Audit
    """The same for a log."""
    digest: str
    """`sha256:` and the hash of the plan, to bind an approval to exactly this request."""
    arguments: dict[str, Any]
    """The arguments with the defaults in: what the gate is asked about."""


@final
class Refused(TypedDict):
    """A call that breaks a rule."""

    refused: Literal["call"]
    """It is the call that is refused."""
    errors: list[Finding]
    """Every broken rule."""
    recommended_route: Route
    """The route that it deserves."""


PlanAnswer = Planned | Refused
"""What comes of planning a call."""


@final
class PlannedEvent(TypedDict):
    """A call that keeps the rules, with the event to put to the gate."""

    event: Event
    """The event to put to the gate."""
    plan: Plan
    """What the call would do."""
    audit: Audit
    """The same for a log."""
    digest: str
    """`sha256:` and the hash of the plan, to bind an approval to exactly this request."""
    arguments: dict[str, Any]
    """The arguments with the defaults in: what the gate is asked about."""


EventAnswer = PlannedEvent | Refused
"""What comes of forming the event of a call."""


class Wire(TypedDict):
    """A request with its secrets in place; method and body are the plan's. Not to be written down."""

    url: str
    """The address."""
    headers: dict[str, str]
    """The headers."""


@final
class Sent(TypedDict):
    """What is sent."""

    wire: Wire | None
    """The request; `null` for a call on this machine."""


WireAnswer = Sent | Refused
"""What comes of putting the secrets of a call in place."""


class Signals(TypedDict):
    """What each of the three signals says of a tool."""

    method: Evidence
    """The method of its requests."""
    name: Evidence
    """Its name."""
    description: Evidence
    """Its description."""


class Annotations(TypedDict):
    """What MCP calls annotations: hints for a client, never a permission."""

    readOnlyHint: bool
    """It only reads."""
    destructiveHint: bool
    """It can take something away."""
    idempotentHint: bool
    """Doing it twice is doing it once."""
    openWorldHint: bool
    """It reaches the world outside."""


class Classification(TypedDict):
    """What a tool does, by the words of the Agent Action Contract."""

    tool_category: ToolCategory
    """What it is."""
    risk_domain: RiskDomain
    """Its primary risk surface."""
    destructive: bool
    """It takes something away."""
    evidence: Signals
    """What each signal says."""
    annotations: Annotations
    """The hints for clients of MCP."""
    recommended_route: Route
    """The route that a call of it deserves. The gate may only be stricter."""


class AppFacts(TypedDict, total=False):
    """What is known of an application without a descriptor."""

    id: str
    """Its id."""
    name: str
    """Its name."""
    description: str
    """What it says of itself."""
    auth: str
    """`none` or anything else."""
    execution: str
    """`ipc` or anything else."""


class ToolFacts(TypedDict, total=False):
    """What is known of a tool without a descriptor."""

    name: str
    """Its name."""
    method: Method | None
    """The method of its requests."""
    description: str
    """What it says of itself."""
    params: Sequence[str]
    """The names of its parameters."""


class Facts(TypedDict, total=False):
    """What is known of a tool without a descriptor, and of its application."""

    app: AppFacts
    """What is known of an application without a descriptor."""
    tool: ToolFacts
    """What is known of a tool without a descriptor."""


class Origin(TypedDict):
    """Where an exposed name leads."""

    app_id: str
    """The application."""
    tool: str
    """The tool."""


McpToolMeta = TypedDict(
    "McpToolMeta",
    {
        "aana/app_id": "str",
        "aana/descriptor_digest": "str",
        "aana/tool_category": "ToolCategory",
        "aana/risk_domain": "RiskDomain",
    },
)
"""What AANA says of a tool."""


class _RequiredMcpTool(TypedDict):
    """The members of `McpTool` that are always there."""

    name: str
    """The exposed name."""
    title: str
    """A name for people."""
    description: str
    """What it does."""
    inputSchema: dict[str, Any]
    """The JSON Schema of its arguments."""
    annotations: Annotations
    """Hints, never a permission."""
    _meta: McpToolMeta
    """What AANA says of a tool."""


@final
class McpTool(_RequiredMcpTool, total=False):
    """A tool as MCP lists it."""

    outputSchema: dict[str, Any]
    """The JSON Schema of its answer."""


class OpenAiFunction(TypedDict):
    """The function of a tool."""

    name: str
    """The exposed name."""
    description: str
    """What it does."""
    parameters: dict[str, Any]
    """The JSON Schema of its arguments."""
    strict: Literal[False]
    """The model is not held to the schema."""


@final
class OpenAiTool(TypedDict):
    """A function tool of OpenAI."""

    type: Literal["function"]
    """It is a function."""
    function: OpenAiFunction
    """The function of a tool."""


@final
class OpenAiResponsesTool(TypedDict):
    """A function tool of OpenAI's Responses."""

    type: Literal["function"]
    """It is a function."""
    name: str
    """The exposed name."""
    description: str
    """What it does."""
    parameters: dict[str, Any]
    """The JSON Schema of its arguments."""
    strict: Literal[False]
    """The model is not held to the schema."""


@final
class GeminiTool(TypedDict):
    """A function declaration of Gemini."""

    name: str
    """The exposed name."""
    description: str
    """What it does."""
    parametersJsonSchema: dict[str, Any]
    """The JSON Schema of its arguments."""


@final
class AnthropicTool(TypedDict):
    """A tool of Anthropic."""

    name: str
    """The exposed name."""
    description: str
    """What it does."""
    input_schema: dict[str, Any]
    """The JSON Schema of its arguments."""


OfferedTool = McpTool | OpenAiTool | OpenAiResponsesTool | GeminiTool | AnthropicTool
"""A tool in the form of one of the clients."""


class LeftOut(TypedDict):
    """A tool that a client is not offered."""

    tool: str
    """`app id#tool`."""
    reason: str
    """Why, in one clause."""


class Offer(TypedDict):
    """Tools for a client, and the way back from its names."""

    tools: list[OfferedTool]
    """The tools, all in the form of the client."""
    names: dict[str, Origin]
    """Where each exposed name leads: names are looked up, never taken apart."""
    aliases: dict[str, dict[str, str]]
    """For each exposed name the parameters that had to be renamed, new name to old, nested ones too."""
    left_out: list[LeftOut]
    """The tools that are not offered."""


class Carried(TypedDict):
    """A call of a client, as the descriptor has it."""

    app_id: str
    """The application."""
    tool: str
    """The tool's own name."""
    arguments: dict[str, Any]
    """The arguments under their own names. They were not checked."""
