"""What a question looks like, as `aana.confirmation` shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from aana._words import Blocker, RiskLevel

Mark = Literal[
    "bidi_controls",
    "tag_characters",
    "hidden_characters",
    "mixed_scripts",
    "look_alikes",
    "right_to_left",
    "masked",
]
"""What can be found in a text that is shown."""

State = Literal["open", "confirmed", "rejected", "altered", "expired"]
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
    tail: str
    characters: int
    lines: int
    digest: str


class _Row(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "null", "array", "object"]
    text: str


class Row(_Row, total=False):
    """One value of the arguments, whole: `name` says where it stands, such as `attachments[0].name`."""

    fold: Fold
    marks: list[Mark]


class Warning(TypedDict):  # noqa: A001
    """Something about the arguments that a reader should know."""

    code: Mark
    rows: list[str]
    message: str


class Question(TypedDict):
    """What a person is asked. Every text in it can be shown as it is."""

    tool: str
    risk_level: RiskLevel
    irreversible: bool
    subject: str | None
    arguments: list[Row]
    warnings: list[Warning]
    hard_blockers: list[Blocker]
    expires_at: str
    text: str
