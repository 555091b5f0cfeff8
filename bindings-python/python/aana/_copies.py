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
    if type(value) in _SCALARS:
        return value
    if id(value) in memo:
        return memo[id(value)]
    # Nothing else gets this identity as long as the copies are made.
    memo.setdefault(id(memo), []).append(value)
    if levels == 0:
        raise WrongUse(f"the values are nested deeper than {_LEVELS} levels")
    if _is(value, str, int, float):
        return value if _is_member(value) else _held(value)
    if _is(value, dict):
        mapping: dict[Any, Any] = {}
        memo[id(value)] = mapping
        for key, item in _held(value):
            name = str.__str__(key) if _is(key, str) else key
            if name in mapping:
                raise WrongUse("the copy of a dict would hold a key twice")
            mapping[name] = _copy(item, memo, levels - 1)
        return mapping
    if _is(value, list):
        items: list[Any] = []
        memo[id(value)] = items
        items.extend(_copy(item, memo, levels - 1) for item in _held(value))
        return items
    if _is(value, tuple):
        if _is_member(value):
            return value
        made = tuple(_copy(item, memo, levels - 1) for item in _held(value))
        named = _is_named_tuple(type(value))
        return memo.setdefault(id(value), _TUPLE.__new__(type(value), made) if named else made)
    import copy

    other = copy.deepcopy(value, memo)
    _refuse_other_readings(other)
    return other


def _is(value: object, *kinds: type[Any]) -> bool:
    """Whether it really is one of these: `isinstance` believes what a class says about itself."""
    return issubclass(type(value), kinds)


_DICT: Any = dict
_LIST: Any = list
_TUPLE: Any = tuple
_AS_HELD: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (str, str.__str__),
    (int, int.__pos__),
    (float, float.__pos__),
    (dict, lambda value: list(_DICT.items(value))),
    (list, lambda value: list(_LIST.__iter__(value))),
    (tuple, lambda value: tuple(_TUPLE.__iter__(value))),
)


def _held(value: Any) -> Any:
    """What a value holds, as one of these types (a dict as its pairs), whatever its class makes of it."""
    return next(read(value) for base, read in _AS_HELD if _is(value, base))


def _is_member(value: Any) -> bool:
    """Whether it is one of the members that a program wrote down, whose value is what it holds."""
    enum = sys.modules.get("enum")
    if enum is None or not issubclass(type(value), enum.Enum):
        return False
    held: object = _held(value)
    own: object = object.__getattribute__(value, "__dict__").get("_value_")
    if type(own) is not type(held) or own != held:
        raise WrongUse(f"a member of the enum `{type(value).__name__}` holds another value than it says")
    return True


_OF_NAMED_TUPLES = frozenset({"__new__", "__repr__", "__getnewargs__", "__doc__"})
_OF_ALL: list[tuple[type[Any], object]] = []
"""What all named tuples have in common, once it was asked for: the type of a field, and how they are shown."""


def _of_all() -> tuple[type[Any], object]:
    if not _OF_ALL:
        # Importing this takes longer than everything else of the package.
        from collections import namedtuple

        make: Any = namedtuple  # noqa: PYI024
        own_names: dict[str, Any] = {**vars(make("one", "place"))}
        field: Any = own_names["place"]
        kind: type[Any] = field.__class__
        _OF_ALL.append((kind, own_names["__repr__"].__code__))
    return _OF_ALL[0]


def _is_named_tuple(kind: Any) -> bool:
    """Whether a class only gives the places of a tuple names."""
    if kind.__bases__ != (tuple,):
        return False
    field, shown_as = _of_all()
    own_names: dict[str, Any] = {**vars(kind)}
    shown: object = getattr(own_names.get("__repr__"), "__code__", None)
    if own_names.keys() & set(dir(tuple)) - _OF_NAMED_TUPLES or shown is not shown_as:
        return False
    places = [_place(own_names.get(name), field) for name in own_names["_fields"]]
    return places == list(range(len(places)))


def _place(value: Any, field: type[Any]) -> object:
    """Which place of a tuple a field reads: it says so where it is pickled."""
    return value.__reduce__()[1][0] if _is(value, field) else None


def _refuse_other_readings(value: object) -> None:
    """Refuse an object that holds something which may show its user something else than it holds."""
    for one in _changeable({"": value}).values():
        keys: Iterable[Any] = _DICT.keys(one) if _is(one, dict) else ()
        for member in (*keys, *(_members(one) or ())):
            if type(member) in _SCALARS | _CONTAINERS or not _is(member, *_READ):
                continue
            if not (_is_named_tuple(type(member)) or _is_member(member)):
                raise WrongUse(
                    f"the copy of a value of the type `{type(value).__name__}` holds one of the type "
                    f"`{type(member).__name__}`, which may read otherwise than it was checked"
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
