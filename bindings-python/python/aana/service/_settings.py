"""What the operator decides. Nothing of it can be changed by a request."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from aana import Gate
from aana._server.attest import bearers_of
from aana._server.limits import BODY_SECONDS, HEAD_SECONDS, MAX_HEAD_BYTES, Limits
from aana._server.names import host_name
from aana._server.options import is_loopback, open_log, open_store, start_telemetry

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from aana._confirmation_sqlite import SqliteStore
    from aana._server.options import Fsync
    from aana._server.telemetry import Telemetry
    from aana._types import Mode, Policy
    from aana.audit import AuditLog

MIB = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the service answers.

    >>> Settings(host="0.0.0.0")
    Traceback (most recent call last):
    ...
    ValueError: without a token the service listens on loopback only; set `AANA_BRIDGE_TOKEN`
    """

    host: str = "127.0.0.1"
    port: int = 8766
    policy: Policy | str | PathLike[str] | None = None
    """An operator's policy as a dict or as JSON text, or the path of its file, which is not a string."""
    mode: Mode | None = None
    """Replaces the policy's mode."""
    evidence: Literal["attested"] | None = None
    """`attested` takes only approvals and auth events that the service has checked itself, whatever the policy says:
    approvals by `confirmations`, and sign-ins by `subjects`. All else in a request whoever asks has written."""
    confirmations: str | PathLike[str] | None = None
    """The file of the confirmation broker (`aana.confirmation`). An approval that it holds for exactly this action
    lets one call run, until it ends. Needs attested evidence."""
    subjects: Mapping[str, str] | str | None = field(default=None, repr=False)
    """Further bearer tokens, each with its subject, as a dict or as JSON text: `{"sha256:<SHA-256 of the token>":
    "user:7"}`. Under attested evidence an `auth_event` with the `source_id` `bearer.user:7` is believed from this
    subject, in a call whose `authorization_subject` it is."""
    token: str | None = field(default=None, repr=False)
    """What callers must present as `Authorization: Bearer`. Without one, only loopback is served."""
    allowed_hosts: tuple[str, ...] = ()
    """Names besides the loopback ones that may stand in `Host`, and as the host of a page in `Origin`."""
    audit_log: str | None = None
    """The file to which each decision is recorded before it is answered."""
    audit_fsync: Fsync = "always"
    """`always`, `never`, or so often in seconds."""
    audit_max_bytes: int | None = None
    """A new file begins about when the audit log reaches this size; at least 4096 count."""
    audit_keep: int | None = None
    """How many former files of the audit log are kept; the oldest beyond that are deleted."""
    audit_optional: bool = False
    """Answer with the decision although its record could not be written."""
    otel: bool = False
    """Export each decision by OpenTelemetry, as the variables `OTEL_*` say. Needs `aana[otel]`."""
    max_body_bytes: int | None = None
    """Beyond this a body is not read (413). By default the policy's `max_event_bytes`, at least 2 MiB:
    what lies between the two is decided, and refused."""
    body_seconds: float = BODY_SECONDS
    """How long a body may take to arrive (408)."""
    max_head_bytes: int = MAX_HEAD_BYTES
    """Beyond this a head is not read, and the connection is closed (431)."""
    head_seconds: float = HEAD_SECONDS
    """How long the head of a request may take to arrive, and how long an answer may wait to be read; then the
    connection is closed."""
    max_connections: int = 2048
    """Beyond this many at once, requests are answered with 503, or connections are closed; for each worker."""
    rate_limit: float = 0.0
    """Requests a second that one address may make of one worker (429); 0 is without limit."""
    rate_burst: int = 100
    """How many of them may come at once."""

    def __post_init__(self) -> None:
        bearers_of(self.subjects)
        if not self.asks_for_token and not is_loopback(self.host):
            raise ValueError("without a token the service listens on loopback only; set `AANA_BRIDGE_TOKEN`")
        if self.token is not None and not (
            self.token.isascii() and self.token.isprintable() and self.token.split() == [self.token]
        ):
            raise ValueError(
                "the token holds a character that no header can carry; printable ASCII without spaces can"
            )
        for name in self.allowed_hosts:
            host_name(name)
        _ = self.limits
        if not 0 <= self.rate_limit < math.inf or self.rate_burst < 1:
            raise ValueError(
                "a rate limit is a number that is not negative, and at least one request may come at once"
            )

    @property
    def asks_for_token(self) -> bool:
        """Whether callers have to present a token."""
        return self.token is not None or self.subjects is not None

    @property
    def limits(self) -> Limits:
        """The limits of every connection."""
        return Limits(
            max_connections=self.max_connections,
            max_head_bytes=self.max_head_bytes,
            head_seconds=self.head_seconds,
            body_seconds=self.body_seconds,
        )

    def gate(self) -> Gate:
        """The gate with this policy in this mode."""
        return Gate(self.policy, mode=self.mode, evidence=self.evidence)

    def store(self) -> SqliteStore | None:
        """The store of confirmations, opened."""
        return open_store(self.confirmations)

    def log(self, *, restart: bool = False) -> AuditLog | None:
        """The audit log, opened. With `restart`, one that is not as it was left begins a new chain."""
        return open_log(
            self.audit_log,
            logging.getLogger("aana.service"),
            fsync=self.audit_fsync,
            max_bytes=self.audit_max_bytes,
            keep=self.audit_keep,
            restart=restart,
        )

    def telemetry(self) -> Telemetry | None:
        """What exports to OpenTelemetry, started."""
        return start_telemetry("aana-fastapi", asked=self.otel)

    def body_limit(self, gate: Gate) -> int:
        """How many bytes of a body are read."""
        return self.max_body_bytes if self.max_body_bytes is not None else max(2 * MIB, gate.max_event_bytes)
