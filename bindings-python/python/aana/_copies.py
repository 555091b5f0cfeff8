"""Copies of arguments that nobody else holds, and that read as they were checked."""

from __future__ import annotations

import sys

from aana._errors import WrongUse

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

_SCALARS = frozenset({str, int, float, bool, type(None)})
_CONTAINERS = frozenset({dict, list, tuple})

_LEVELS = 64
"""As deep as the gate reads."""


def own_copies(values: Mapping[str, Any]) -> dict[str, Any]:
    """Copies of the arguments, by name, that nobody else holds. Raises `WrongUse`, which names types only.

    They are made together, so that a list that was handed in twice is one list still. What is a `str`, `int`,
    `float`, `list`, `tuple` or `dict` is copied as what it holds, as one of these types: a class below them
    may show its user something else than what was checked. Only members of enums and named tuples stay what
    they are.
    """
    copies = dict(values)
    memo: dict[int, Any] = {}
    for name, value in values.items():
        if type(value) in _SCALARS:
            continue
        failure = None
        try:
            copies[name] = _copy(value, memo, _LEVELS)
        except WrongUse:
            raise
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


def _copy(value: Any, memo: dict[int, Any], levels: int) -> Any:
    kind: type[Any] = type(value)
    if kind in _SCALARS:
        return value
    if id(value) in memo:
        return memo[id(value)]
    if levels == 0:
        raise WrongUse(f"the values are nested deeper than {_LEVELS} levels")
    if issubclass(kind, (str, int, float)):
        return value if _is_member(value) else _scalar(value)
    if issubclass(kind, dict):
        memo[id(value)] = mapping = {}
        for key, item in list(dict.items(value)):
            name = str.__str__(key) if issubclass(type(key), str) else key
            if name in mapping:
                raise WrongUse("the copy of a dict would hold a key twice")
            mapping[name] = _copy(item, memo, levels - 1)
        return mapping
    if issubclass(kind, list):
        memo[id(value)] = items = []
        items.extend(_copy(item, memo, levels - 1) for item in list.__iter__(value))
        return items
    if issubclass(kind, tuple):
        if _is_member(value):
            return value
        made = tuple([_copy(item, memo, levels - 1) for item in tuple.__iter__(value)])
        made = tuple.__new__(kind, made) if _is_named_tuple(kind) else made
        return memo.setdefault(id(value), made)
    import copy

    other = copy.deepcopy(value, memo)
    _refuse_other_readings(other)
    return other


def _scalar(value: Any) -> Any:
    """What a text or a number holds, whatever its class makes of it."""
    for base, as_held in ((str, str.__str__), (int, int.__pos__), (float, float.__pos__)):
        if issubclass(type(value), base):
            read: Callable[[Any], Any] = as_held
            return read(value)
    raise WrongUse(f"a value of the type `{type(value).__name__}` is no text and no number")


def _is_member(value: Any) -> bool:
    """Whether it is one of the members that a program wrote down, whose value is what it holds."""
    enum = sys.modules.get("enum")
    if enum is None or not issubclass(type(value), enum.Enum):
        return False
    held = tuple(tuple.__iter__(value)) if issubclass(type(value), tuple) else _scalar(value)
    own: object = object.__getattribute__(value, "__dict__").get("_value_")
    if type(own) is not type(held) or own != held:
        raise WrongUse(f"a member of the enum `{type(value).__name__}` holds another value than it says")
    return True


_OF_NAMED_TUPLES = frozenset({"__new__", "__repr__", "__getnewargs__", "__doc__"})


def _is_named_tuple(kind: type[Any]) -> bool:
    """Whether a class only gives the places of a tuple names."""
    import collections

    fields: Any = vars(kind).get("_fields")
    if kind.__bases__ != (tuple,) or type(kind) is not type or type(fields) is not tuple:
        return False
    own = {name for name in dir(tuple) if name in vars(kind)} - _OF_NAMED_TUPLES
    plain = collections.namedtuple(kind.__name__, fields)  # type: ignore[misc]  # noqa: PYI024
    same_fields = all(_place(vars(kind).get(name)) == _place(vars(plain)[name]) for name in fields)
    shown: object = getattr(vars(kind).get("__repr__"), "__code__", None)
    return not own and same_fields and shown is vars(plain)["__repr__"].__code__


def _place(field: object) -> object:
    """Which place of a named tuple a field reads: the type that reads it says so when it is pickled."""
    import collections

    plain = type(vars(collections.namedtuple("One", "place"))["place"])  # noqa: PYI024
    return field.__reduce__()[1][0] if type(field) is plain else field


def _refuse_other_readings(value: object) -> None:
    """Refuse an object that holds something which may show its user something else than it holds."""
    for one in _changeable({"": value}).values():
        members = _members(one)
        for member in () if members is None else members:
            kind: type[Any] = type(member)
            if kind in _SCALARS or kind in _CONTAINERS or not issubclass(kind, _READ):
                continue
            if not (_is_named_tuple(kind) or _is_member(member)):
                raise WrongUse(
                    f"the copy of a value of the type `{type(value).__name__}` holds one of the type "
                    f"`{kind.__name__}`, which may read otherwise than it was checked"
                )


_READ = (str, int, float, dict, list, tuple)


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
