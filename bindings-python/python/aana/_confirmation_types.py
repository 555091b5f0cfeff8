"""What a question looks like, as `aana.confirmation` shows it.

Written by `cargo xtask gen` from `schemas/`; changes here are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from aana._words import Blocker, RiskLevel

Mark = Literal[
    "bidi_controls",
    "tag_characters",
    "hidden_characters",
    "mixed_scripts",
    "confusables",
    "right_to_left",
    "masked",
]
"""What can be found in a text that is shown."""

State = Literal["open", "confirmed", "used", "rejected", "altered", "expired"]
"""What became of a question."""

Why = Literal[
    "unknown",
    "not_understood",
    "by_not_visible",
    "unauthenticated",
    "wrong_action_digest",
    "reused",
    "expired",
    "wrong_time",
    "rejected",
    "not_a_person",
    "self_approval",
    "event_missing",
    "altered",
    "authorization_state_changed",
    "evidence_refs_changed",
    "event_changed",
]
"""Why an answer confirms nothing."""

WhyNotAsked = Literal["not_needed", "not_askable", "not_enough", "ttl_out_of_range", "too_long"]
"""Why there is nothing to ask."""


class Fold(TypedDict):
    """The two ends of a long value, and a keyed digest of the whole."""

    head: str
    """How it begins."""
    tail: str
    """How it ends."""
    characters: int
    """How many characters it has."""
    lines: int
    """How many lines it has."""
    digest: str
    """A digest of the whole, with the key of the question."""


class _RequiredRow(TypedDict):
    """The members of `Row` that are always there."""

    name: str
    """Where it is, such as `attachments[0].name`."""
    type: Literal["string", "number", "boolean", "null", "array", "object"]
    """Its JSON type. An array or an object is here only if it is empty."""
    text: str
    """The value, as it may be shown."""


class Row(_RequiredRow, total=False):
    """One value of the arguments, whole."""

    fold: Fold
    """For a long one, what may be shown before somebody unfolds it."""
    marks: list[Mark]
    """What was found in it."""


class Warning(TypedDict):  # noqa: A001
    """Something about the arguments that a reader should know."""

    code: Mark
    """What was found."""
    rows: list[str]
    """In which rows, by their names."""
    message: str
    """One sentence for the reader."""


class Question(TypedDict):
    """What a person is asked. Every text in it can be shown as it is."""

    tool: str
    """The name of the tool."""
    risk_level: RiskLevel
    """How dangerous the call is."""
    irreversible: bool
    """Whether the call cannot be undone."""
    subject: str | None
    """On whose authority the call is made, as the event has it."""
    effects: list[str]
    """What the call would do, as far as its arguments can be read, in the gate's own words."""
    arguments: list[Row]
    """Every argument, in the event's order."""
    warnings: list[Warning]
    """What a reader should know about them."""
    hard_blockers: list[Blocker]
    """Why there is a question."""
    expires_at: str
    """From when on no answer is a no."""
    text: str
    """All of this as plain text."""
