"""The shapes of what `aana.tool_request` takes and says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aana._types import AuthorizationState, Event, RiskDomain, Route

Severity = Literal["error", "warning"]


class Limits(TypedDict, total=False):
    """The host's bounds; what is left out has its default."""

    max_cpu_thousandths: int
    max_memory_mb: int
    max_time_sec: int
    max_approval_age_sec: int
    clock_skew_sec: int


class Finding(TypedDict):
    """One broken rule, and where: line and column from 1, the column in characters."""

    rule: str
    severity: Severity
    line: int
    column: int
    message: str


class Input(TypedDict):
    """An input as the document declares it."""

    name: str
    sha256: str


class Request(TypedDict):
    """What a valid document asks for."""

    request_id: str
    created_utc: str
    requested_by: Literal["human", "core_draft"]
    approved_by: str
    approved_utc: str
    purpose: str
    language: Literal["python", "node", "ts", "go", "ruby"]
    network_allowlist: list[str] | None
    cpu_limit: str
    memory_limit_mb: int
    time_limit_sec: int
    inputs: list[Input]
    outputs: list[str]
    argv: list[str]
    risk_level: Literal["low", "medium", "high"]
    data_sensitivity: Literal["public", "internal", "confidential"]
    script_unbound: bool


class Report(TypedDict):
    """What was found in a document. `errors` and `warnings` are names of rules, sorted."""

    valid: bool
    route: Route
    errors: list[str]
    warnings: list[str]
    findings: list[Finding]
    document_sha256: str
    content_sha256: str | None
    request_id: str | None
    request: Request | None


class Digests(TypedDict):
    """Of the bytes, and of what they mean; the second is there if the document can be read."""

    document_sha256: str
    content_sha256: str | None


class _Record(TypedDict):
    request_id: str
    document_sha256: str
    approver: str
    recorded_utc: str
    verified: bool
    promoted: bool


class Record(_Record, total=False):
    """An approval, as the host keeps it."""

    expires_utc: str
    revoked: bool
    second_approver: str


class MeasuredFile(TypedDict):
    """An input that the host has read."""

    name: str
    size: int
    sha256: str


class _NoFile(TypedDict):
    name: str
    status: Literal["missing", "not_regular", "too_large"]


class NoFile(_NoFile, total=False):
    """An input that the host has not read, and why."""

    size: int


class Capabilities(TypedDict, total=False):
    """What the runner can hold a run to."""

    network_allowlist: bool
    whole_cores_only: bool
    max_memory_mb: int
    max_time_sec: int


class Facts(TypedDict, total=False):
    """What the host knows besides the document. What is left out is not known, and counts against it."""

    file_name: str
    now_ms: int
    limits: Limits
    record: Record | None
    inputs: Sequence[MeasuredFile | NoFile] | None
    ledger: Sequence[tuple[str, str] | list[str]] | None
    capabilities: Capabilities
    known_approvers: Sequence[str]
    max_input_bytes: int
    max_record_delay_sec: int
    tool_name: str
    risk_domain: RiskDomain


class Binding(TypedDict):
    """What the facts make of a document, and the event to put to the gate."""

    errors: list[str]
    warnings: list[str]
    authorization_state: AuthorizationState
    route: Route
    event: Event
