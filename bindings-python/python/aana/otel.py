"""Decisions in OpenTelemetry: the event that the audit log keeps, and nothing else. Needs `aana[otel]`.

>>> import aana
>>> from aana import otel
>>> gate = aana.Gate()
>>> decision = gate.check({"tool_name": "delete_database"})
>>> otel.export(decision)
>>> otel.attributes(decision)["aana.route"]
'refuse'

Each decision becomes an event of the Logs API, `aana.decision`, in the trace that is current. Every member of
the audit event is an attribute under `aana.`, such as `aana.route` and `aana.argument_report.verdict`; tool, call
and agent stand also under the names of the semantic conventions (`gen_ai.tool.name`, `gen_ai.tool.call.id`,
`gen_ai.agent.id`). No value of the call is among them.

Give `export`, or an `Exporter` with settings of your own, as `on_decision` to `aana.guard`, to a `ToolGate` or to a server:

>>> @aana.guard(tool_category="public_read", risk_domain="research", on_decision=otel.export)
... def search_docs(query):
...     return []
>>> search_docs("leave policy")
[]

The audit log is the record and this is a copy: what fails here is logged, and neither changes a decision nor
holds one up, if the provider exports in batches, as the SDK's `BatchLogRecordProcessor` does.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Final

from opentelemetry._logs import LogRecord, SeverityNumber, get_logger
from opentelemetry.trace import get_current_span

from aana._native import GateDecision, __version__, audit_event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opentelemetry._logs import LoggerProvider

    from aana._types import Decision

    Value = str | bool | float | list[str]

__all__ = ["EVENT_NAME", "Exporter", "attributes", "export"]

EVENT_NAME: Final = "aana.decision"
"""The name of the event."""

_LOG = logging.getLogger("aana.otel")

# The members of an audit event that are a text, a number, a flag or a list of texts.
_PLAIN: Final = (
    "audit_event_version",
    "route",
    "gate_decision",
    "hard_blockers",
    "reasons",
    "aix_score",
    "tool_name",
    "tool_category",
    "effective_category",
    "risk_domain",
    "authorization_state",
    "effective_authorization_state",
    "proposed_argument_keys",
    "action_digest",
    "request_id",
    "agent_id",
    "public_audit_log_allowed",
    "raw_payload_logged",
    "decided_at",
)
_EVIDENCE: Final = ("used", "missing", "contradictory")
_ARGUMENTS: Final = ("verdict", "class", "codes")
_ERRORS: Final = ("path", "code")
# Counts that are there only if a list was cut.
_TOTALS: Final = ("proposed_argument_keys_total", "validation_errors_total")

# What the semantic conventions for generative AI have a name for.
_CONVENTIONS: Final = {
    "gen_ai.tool.name": "tool_name",
    "gen_ai.tool.call.id": "request_id",
    "gen_ai.agent.id": "agent_id",
}

_SEVERITIES: Final = {
    "accept": SeverityNumber.INFO,
    "ask": SeverityNumber.INFO,
    "defer": SeverityNumber.WARN,
    "refuse": SeverityNumber.WARN,
}
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Exporter:
    """Exports decisions; call it with each.

    `logger_provider` takes the place of the global one. With `spans`, a decision is also an event of the span
    that is current, for backends that take traces only.

    >>> import aana
    >>> from aana.otel import Exporter
    >>> on_decision = Exporter(spans=True)
    >>> on_decision(aana.check_tool_call({"tool_name": "delete_database"}))
    """

    def __init__(self, logger_provider: LoggerProvider | None = None, *, spans: bool = False) -> None:
        self._logger = get_logger("aana", __version__, logger_provider)
        self._spans = spans
        self._failing = False

    def __call__(self, decision: Decision | GateDecision | bytes | str) -> None:
        """Export a decision. Never raises."""
        try:
            found = attributes(decision)
            self._logger.emit(_record(found))
            if self._spans and (span := get_current_span()).is_recording():
                span.add_event(EVENT_NAME, found)
        except Exception as error:  # noqa: BLE001
            # The error's own words may hold anything.
            if not self._failing:
                _LOG.error("a decision was not exported: %s", type(error).__name__)
            self._failing = True
        else:
            self._failing = False

    def __repr__(self) -> str:
        return "<aana.otel.Exporter>"


def export(decision: Decision | GateDecision | bytes | str) -> None:
    """Export a decision to the global provider. Never raises.

    >>> import aana
    >>> from aana import otel
    >>> otel.export(aana.check_json(b"{}"))
    """
    _GLOBAL(decision)


def attributes(decision: Decision | GateDecision | bytes | str) -> dict[str, Value]:
    """What is exported of a decision, such as for a span of your own; what is `null` is left out.

    >>> import aana
    >>> from aana import otel
    >>> found = otel.attributes(aana.check_tool_call({"tool_name": "delete_database"}))
    >>> found["aana.hard_blockers"]
    ['schema_validation_failed']
    """
    event = _audit_event(decision)
    found: dict[str, Value | None] = {f"aana.{name}": _plain(event[name]) for name in _PLAIN}
    refs, errors = event["evidence_refs"], event["validation_errors"]
    report = event["argument_report"]
    found |= {f"aana.evidence_refs.{name}": _plain(refs[name]) for name in _EVIDENCE}
    found |= {f"aana.argument_report.{name}": _plain(report[name]) for name in _ARGUMENTS}
    found |= {f"aana.{name}": _plain(event.get(name)) for name in _TOTALS}
    found |= {f"aana.evidence_refs.{name}_total": _plain(refs.get(f"{name}_total")) for name in _EVIDENCE}
    # Of the same length: what stands at one place in each belongs together.
    found |= {f"aana.validation_errors.{name}": _plain([one[name] for one in errors]) for name in _ERRORS}
    found |= {ours: _plain(event[name]) for ours, name in _CONVENTIONS.items()}
    return {name: value for name, value in found.items() if value is not None}


def _audit_event(decision: Decision | GateDecision | bytes | str) -> Mapping[str, Any]:
    """What the audit log would keep of a decision."""
    if isinstance(decision, GateDecision):
        return audit_event(decision)
    # Text is a decision that was made elsewhere, or before: there is nothing else to read it from.
    read: Any = json.loads(decision) if isinstance(decision, (bytes, str)) else decision
    event: Mapping[str, Any] = read["audit_event"]
    return event


def _plain(value: Any) -> Value | None:
    """A value as an attribute: of any other type there is none in an audit event."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        # An attribute is of the same type in each event.
        return float(value)
    if not all(isinstance(one, str) for one in value):
        raise TypeError
    return list(value)


def _record(found: Mapping[str, Value]) -> LogRecord:
    """The event for the Logs API."""
    route = str(found["aana.route"])
    severity = _SEVERITIES[route]
    tool = found.get("aana.tool_name")
    return LogRecord(
        timestamp=_nanoseconds(str(found["aana.decided_at"])),
        severity_number=severity,
        severity_text=severity.name,
        body=route if tool is None else f"{route} {tool}",
        attributes=found,
        event_name=EVENT_NAME,
    )


def _nanoseconds(moment: str) -> int | None:
    """When the decision was taken, if that is a time that the protocol can say."""
    try:
        since = datetime.fromisoformat(moment.replace("Z", "+00:00")) - _EPOCH
    except ValueError:
        return None
    nanoseconds = (since.days * 86_400_000_000 + since.seconds * 1_000_000 + since.microseconds) * 1000
    return nanoseconds if 0 <= nanoseconds < 1 << 63 else None


_GLOBAL = Exporter()
