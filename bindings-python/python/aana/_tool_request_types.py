"""The shapes of what `aana.tool_request` takes and says.

Written by `cargo xtask gen` from `schemas/`; changes here are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict, final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aana._types import Event
    from aana._words import AuthorizationState, RiskDomain, RiskLevel, Route

Severity = Literal["error", "warning"]
"""How much a broken rule weighs: an `error` keeps a document from being taken."""


class Limits(TypedDict, total=False):
    """The host's bounds; what is left out has its default."""

    max_cpu_thousandths: int
    """The most cores, in thousandths."""
    max_memory_mb: int
    """The most memory."""
    max_time_sec: int
    """The longest time."""
    max_approval_age_sec: int
    """After how long an approval is too old."""
    clock_skew_sec: int
    """How far clocks may differ."""


class Finding(TypedDict):
    """One broken rule, and where in the document."""

    rule: str
    """The rule's name, such as `field.missing`; `aana codes` lists all."""
    severity: Severity
    """What is only a warning leaves the document valid."""
    line: int
    """From 1."""
    column: int
    """From 1, in characters."""
    message: str
    """One sentence, without any value that could be a secret."""


class Input(TypedDict):
    """An input as the document declares it."""

    name: str
    """The name of the file."""
    sha256: str
    """The digest of its bytes."""


class Request(TypedDict):
    """What a valid document asks for."""

    request_id: str
    """The id of the request."""
    created_utc: str
    """When it was made."""
    requested_by: Literal["human", "core_draft"]
    """Who made it."""
    approved_by: str
    """Who approved it, as the document says."""
    approved_utc: str
    """When, as the document says."""
    purpose: str
    """What it is for."""
    language: Literal["python", "node", "ts", "go", "ruby"]
    """The language of the program."""
    network_allowlist: list[str] | None
    """The hosts that may be reached; `null` for no network."""
    cpu_limit: str
    """The cores that it may use."""
    memory_limit_mb: int
    """The memory that it may use."""
    time_limit_sec: int
    """The time that it may take."""
    inputs: list[Input]
    """The files that it reads."""
    outputs: list[str]
    """The files that it writes."""
    argv: list[str]
    """The command, word by word."""
    risk_level: RiskLevel
    """How dangerous it is, as the document says."""
    data_sensitivity: Literal["public", "internal", "confidential"]
    """How confidential its data is, as the document says."""
    script_unbound: bool
    """The program's own file is not one of the hashed inputs."""


@final
class ValidReport(TypedDict):
    """What is said of a valid document."""

    valid: Literal[True]
    """Whether no rule of severity `error` is broken."""
    route: Route
    """The strictest route that a broken rule leads to."""
    errors: list[str]
    """The names of broken rules of severity `error`, sorted."""
    warnings: list[str]
    """Those of severity `warning`."""
    findings: list[Finding]
    """Every broken rule."""
    document_sha256: str
    """The digest of the bytes."""
    content_sha256: str | None
    """The digest of what the document means; `null` if it cannot be read so far."""
    request_id: str | None
    """The id of the request."""
    request: Request
    """What it asks for; `null` if it is not valid."""


@final
class InvalidReport(TypedDict):
    """What is said of a document that is not valid."""

    valid: Literal[False]
    """Whether no rule of severity `error` is broken."""
    route: Route
    """The strictest route that a broken rule leads to."""
    errors: list[str]
    """The names of broken rules of severity `error`, sorted."""
    warnings: list[str]
    """Those of severity `warning`."""
    findings: list[Finding]
    """Every broken rule."""
    document_sha256: str
    """The digest of the bytes."""
    content_sha256: str | None
    """The digest of what the document means; `null` if it cannot be read so far."""
    request_id: str | None
    """The id of the request."""
    request: None
    """What it asks for; `null` if it is not valid."""


Report = ValidReport | InvalidReport
"""What is said of a document: with the request, if it is valid."""


class Digests(TypedDict):
    """Of the bytes, and of what they mean."""

    document_sha256: str
    """The digest of the bytes."""
    content_sha256: str | None
    """The digest of what the document means; `null` if it cannot be read so far."""


class _RequiredRecord(TypedDict):
    """The members of `Record` that are always there."""

    request_id: str
    """The request that it is for."""
    document_sha256: str
    """The document that it is for."""
    approver: str
    """Who approved."""
    recorded_utc: str
    """When it was recorded."""
    verified: bool
    """Its signature or session was checked."""
    promoted: bool
    """It was taken into force."""


class Record(_RequiredRecord, total=False):
    """An approval, as the host keeps it."""

    expires_utc: str | None
    """Until when it counts."""
    revoked: bool
    """It was taken back."""
    second_approver: str | None
    """Who approved as well."""


@final
class MeasuredFile(TypedDict):
    """An input that the host has read."""

    name: str
    """The name of the file."""
    size: int
    """Its bytes."""
    sha256: str
    """Their digest."""


class _RequiredNoFile(TypedDict):
    """The members of `NoFile` that are always there."""

    name: str
    """The name of the file."""
    status: Literal["missing", "not_regular", "too_large"]
    """Why."""


@final
class NoFile(_RequiredNoFile, total=False):
    """An input that the host has not read, and why."""

    size: int
    """Its bytes."""


class Capabilities(TypedDict, total=False):
    """What the runner can hold a run to."""

    network_allowlist: bool
    """It can hold a run to a list of hosts."""
    whole_cores_only: bool
    """It cannot hold a run to a fraction of a core."""
    max_memory_mb: int | None
    """The most memory."""
    max_time_sec: int | None
    """The longest time."""


class Facts(TypedDict, total=False):
    """What the host knows besides the document. What is left out is not known, and counts against it."""

    file_name: str
    """The base name of the file, which has to fit the request's id."""
    now_ms: int
    """The time, in Unix milliseconds."""
    limits: Limits
    """The host's bounds."""
    record: Record | None
    """The approval."""
    inputs: Sequence[MeasuredFile | NoFile] | None
    """What is in the folder of the inputs; nothing if nobody looked."""
    ledger: Sequence[tuple[str, str] | list[str]] | None
    """The id and the document's digest of each run that was started before."""
    capabilities: Capabilities
    """What the runner can hold a run to."""
    known_approvers: Sequence[str]
    """Who may approve."""
    max_input_bytes: int
    """The most bytes of an input."""
    max_record_delay_sec: int
    """How long after the stated approval its record may be made."""
    tool_name: str
    """What the host calls the tool that runs requests; `tool_exec.run` if absent."""
    risk_domain: RiskDomain
    """The risk surface; `devops` if absent."""


@final
class InvalidArguments(TypedDict):
    """The digest of a document that is not valid."""

    document_sha256: str
    """The digest of the bytes."""


class RunLimits(TypedDict):
    """What the run is held to."""

    cpu: str
    """The cores."""
    memory_mb: int
    """The memory."""
    time_sec: int
    """The time."""


@final
class ValidArguments(TypedDict):
    """What the tool has to be called with. Words and names stay out of confidential data."""

    document_sha256: str
    """The digest of the bytes."""
    content_sha256: str | None
    """The digest of what the document means."""
    language: Literal["python", "node", "ts", "go", "ruby"]
    """The language of the program."""
    argv: list[str]
    """The command, word by word."""
    network: Literal["allowlist", "none"]
    """Whether hosts may be reached."""
    network_allowlist: list[str]
    """Which."""
    limits: RunLimits
    """What the run is held to."""
    inputs: list[Input]
    """The files that it reads."""
    outputs: list[str]
    """The files that it writes."""


RunArguments = InvalidArguments | ValidArguments
"""The arguments of the event: the digest alone for a document that is not valid."""


class InputFinding(TypedDict):
    """An input that is not as declared, or a file that is not declared."""

    rule: str
    """The rule's name, such as `bind.input_hash_mismatch`."""
    severity: Severity
    """A file that is not declared is a warning: it is not staged."""
    name: str
    """The path of the file below the folder of the inputs."""
    declared_sha256: str | None
    """The digest that the document declares; `null` for a file that it does not declare."""
    found_sha256: str | None
    """The digest of what is there; `null` if it could not be measured."""
    message: str
    """One sentence, without the name of the file."""


class Binding(TypedDict):
    """A document held against what the host knows."""

    errors: list[str]
    """The names of broken rules, of the document and of the binding."""
    warnings: list[str]
    """Those of severity `warning`."""
    authorization_state: AuthorizationState
    """How strongly the run is authorized."""
    route: Route
    """The strictest route that a broken rule leads to."""
    inputs: list[InputFinding]
    """Which input differs and how, and which files are not declared; empty if nobody looked."""
    event: Event
    """The event to put to the gate before the run.

    The tool takes its arguments from here, never from the file.
    """
