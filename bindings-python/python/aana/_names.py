"""Names that a model may have made up, as they may stand in a log and in what a model is told."""

from __future__ import annotations

from aana._native import check_tool_call, hidden_characters

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BYTES = 256


def shown_name(name: Any) -> str:
    """A tool's name as an audit event has it: a digest if it holds a secret, on one line, of 256 bytes at most."""
    if not _is_text(name):
        return "(no name: no text)"
    text = str.__str__(name)
    recorded = _recorded(text)
    if recorded is None:
        # Nobody looked for secrets in it.
        return f"(no name: {len(text)} characters)"
    return on_one_line(recorded)


def _is_text(value: object) -> bool:
    # As it is, and not as its class says.
    return issubclass(type(value), str)


def shown_error(error: Exception) -> str:
    """The words of an error that name types and parameters, which the model may have named; or its type."""
    text = str(error)
    return on_one_line(text, "\\") if text == _recorded(text) else type(error).__name__


def _recorded(text: str) -> str | None:
    """The name as an audit event writes it, or `None` if it is not a usable name."""
    event: dict[str, Any] = {
        "tool_name": text,
        "tool_category": "unknown",
        "authorization_state": "none",
        "evidence_refs": [],
        "risk_domain": "unknown",
        "proposed_arguments": {},
        "recommended_route": "refuse",
    }
    return check_tool_call(event)["audit_event"]["tool_name"]


def on_one_line(text: str, other: str = "`\\") -> str:
    """A text with nothing in it that begins a line, moves what is shown, or is one of these characters."""
    # Some characters that Python takes for printable show nothing.
    hidden = other + hidden_characters(text)
    shown = "".join(one if one.isprintable() and one not in hidden else f"\\u{ord(one):04x}" for one in text)
    return shown.encode()[:_BYTES].decode(errors="ignore")
