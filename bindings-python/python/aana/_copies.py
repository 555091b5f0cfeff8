"""Copies of arguments that nobody else holds."""

from __future__ import annotations

from aana._errors import WrongUse

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

_SCALARS = frozenset({str, int, float, bool, type(None)})
_CONTAINERS = frozenset({dict, list, tuple})


def own_copies(values: Mapping[str, Any]) -> dict[str, Any]:
    """Copies of the arguments, by name, that nobody else holds. Raises `WrongUse`, which names types only.

    They are made together, so that a list that was handed in twice is one list still.
    """
    import copy

    copies = dict(values)
    memo: dict[int, Any] = {}
    for name, value in values.items():
        if type(value) in _SCALARS:
            continue
        failure = None
        try:
            copies[name] = copy.deepcopy(value, memo)
        except Exception as error:  # noqa: BLE001
            failure = type(error).__name__
        # Outside of the handler: the error's own words may hold the value, and must not come along.
        if failure is not None:
            kind = type(value).__name__
            raise WrongUse(f"the argument `{name}`, of the type `{kind}`, could not be copied ({failure})")
    held = _changeable(values)
    if any(type(one) not in _CONTAINERS for one in held.values()):
        # Whoever copies in a way of their own may give what others hold.
        for same in held.keys() & _changeable(copies).keys():
            if not issubclass(type(held[same]), tuple):
                kind = type(held[same]).__name__
                raise WrongUse(f"the copy of a value of the type `{kind}` holds the value itself")
    return copies


def _changeable(values: Mapping[str, Any]) -> dict[int, Any]:
    """By identity, all that stands in the arguments and holds something. What the gate refuses is left out."""
    found: dict[int, Any] = {}
    left: list[Any] = list(values.values())
    while left:
        one = left.pop()
        if type(one) in _SCALARS or id(one) in found:
            continue
        members = _members(one)
        if members is not None:
            found[id(one)] = one
            left.extend(member for member in members if type(member) not in _SCALARS)
    return found


def _members(value: object) -> Iterable[Any] | None:
    from aana._values import members_of

    # As these types themselves read, whatever a subclass shows.
    for base, reader in ((dict, "values"), (list, "__iter__"), (tuple, "__iter__")):
        if issubclass(type(value), base):
            read: Callable[[object], Iterable[Any]] = getattr(base, reader)
            return read(value)
    try:
        held = members_of(value)
    except Exception:  # noqa: BLE001
        return None
    return None if held is None else held.values()
