"""Which evidence refs of a rule the host vouches for."""

from __future__ import annotations

from aana._copies import own_copies
from aana._native import given_attested

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def vouched(evidence_refs: Any, attested: Any) -> tuple[Any, Any]:
    """The refs of a rule and the positions of those that the host vouches for: each a function, or what it stays.

    Refs that are written down come from whoever wrote the rule, so all of them are vouched for, as a copy that nobody
    can change later. What a function finds for a call may come from anywhere, so none of it is. `attested` says
    otherwise.
    """
    given, vouching = evidence_refs, attested
    if not callable(evidence_refs):
        given = own_copies({"evidence_refs": fixed(evidence_refs)})["evidence_refs"]
        if attested is None and issubclass(type(given), list):
            vouching = range(len(given))
    return given, vouching if callable(vouching) else positions(vouching)


def positions(attested: Any) -> list[int]:
    """Positions in `evidence_refs`. Raises `TypeError` or `ValueError` for anything else."""
    return given_attested(fixed(attested))


def fixed(value: Any) -> Any:
    """Evidence may come from a generator, and is looked at more than once."""
    if issubclass(type(value), (str, dict)) or not hasattr(value, "__iter__"):
        return value
    return list(value)
