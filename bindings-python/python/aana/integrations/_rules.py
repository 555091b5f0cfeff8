"""What the application says about its tools, checked when it says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from aana._attested import vouched
from aana._errors import WrongUse
from aana._guard import refuse_unknown_words
from aana.integrations._calls import ToolRule

if TYPE_CHECKING:
    from collections.abc import Iterable

UNKNOWN = ToolRule()
"""The rule of a tool that is not listed."""

IN_EVENT = ("authorization_state", "evidence_refs", "authorization_subject", "recommended_route")
"""What stands in the event, and may be a function of the call."""

VARYING = (*IN_EVENT, "attested")
"""What may be a function of the call."""


def fixed_rule(tool_name: str, rule: ToolRule) -> ToolRule:
    """The rule, which is looked at for every call, if the contract has its words."""
    refs, attested = vouched(rule.evidence_refs, rule.attested)
    rule = replace(rule, evidence_refs=refs, attested=attested)
    fields: dict[str, Any] = {
        name: getattr(rule, name) for name in ("tool_category", "risk_domain", *IN_EVENT)
    }
    try:
        refuse_unknown_words({name: value for name, value in fields.items() if not callable(value)})
    except ValueError as error:
        raise ValueError(f"the rule for `{tool_name}`: {error}") from None
    return rule


def names_in(argument: str, names: Iterable[str]) -> list[str]:
    """The names, of which a string alone is a list of letters."""
    if isinstance(names, str):
        raise WrongUse(f"`{argument}` is a string; a list of names is allowed")
    return list(names)


def known_by(given: Any) -> Any:
    """Who approves, if that can be somebody."""
    if given is None or callable(given):
        return given
    if not issubclass(type(given), str):
        raise WrongUse(
            f"`approved_by` is of the type `{type(given).__name__}`; a string or a function is allowed"
        )
    if person(given) is None:
        raise ValueError("`approved_by` is blank; the name of a person is allowed")
    return given


def person(given: object) -> str | None:
    """The name of a person; everything else is nobody."""
    if not issubclass(type(given), str):
        return None
    name = str.__str__(given)  # type: ignore[arg-type]
    return name if name.strip() else None
