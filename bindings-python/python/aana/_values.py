"""What stands in JSON for the values that are not one of JSON's own types.

The compiled half asks here for every value that is not a `dict`, `list`, `tuple`, `str`, `int`, `float`,
`bool` or `None`. The answer is a kind and what belongs to it: `value` with a value of those types,
`number` with a JSON number's text, or the code of a fault with its message.
"""

from __future__ import annotations

import dataclasses
import datetime
import sys
from types import MemberDescriptorType

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HELP = {
    "set": "a set is not a JSON value; a list is",
    "frozenset": "a set is not a JSON value; a list is",
    "bytes": "bytes are not a JSON value; text is",
    "bytearray": "bytes are not a JSON value; text is",
    "memoryview": "bytes are not a JSON value; text is",
    "complex": "a complex number is not a JSON value",
}

_DECIMAL_DIGITS = 15
"""As many significant digits as every double keeps."""

_MADE_IN_C = 1 << 8
"""Python's flag for types that nobody changes: those that no `class` statement made."""


class HiddenState(ValueError):  # noqa: N818
    """An object holds more than its fields say. The message names types and never a value."""


def plain(value: object) -> tuple[str, object]:
    """Say what stands for a value. May raise whatever the value's own code raises."""
    kind: Any = type(value)
    if kind.__name__ in _HELP and kind.__module__ == "builtins":
        return "wrong_type", _HELP[kind.__name__]
    try:
        members = members_of(value)
    except HiddenState as error:
        return "wrong_type", str(error)
    if members is not None:
        return _root(members["root"]) if _is_root(kind) else ("value", members)
    # By their type, since `isinstance` believes what a class says about itself, and by its own methods,
    # whatever a class below makes of them.
    if issubclass(kind, datetime.datetime):
        return _datetime(value)
    if issubclass(kind, datetime.date):
        return "value", datetime.date.isoformat(value)  # type: ignore[arg-type]
    if _is_from("uuid", "UUID", kind):
        return "value", sys.modules["uuid"].UUID.__str__(value)
    if _is_from("decimal", "Decimal", kind):
        return _decimal(value)
    if _is_from("enum", "Enum", kind):
        return (
            "wrong_type",
            "an enum member that is not a `str` or `int` is not a JSON value; its `value` may be",
        )
    return "wrong_type", f"{_named(kind)} is not a JSON value"


def members_of(value: object) -> dict[str, object] | None:
    """All that a dataclass or a pydantic model holds, by the names of its fields; of other values `None`.

    What a model's own code makes of it (`model_dump`, serializers, aliases, computed fields) is not what its
    user reads, and does not count. Raises `HiddenState` where the user could read what would not be seen here.
    """
    kind: Any = type(value)
    extra: dict[str, object] = {}
    if is_model := _is_from("pydantic.main", "BaseModel", kind):
        names = list(kind.model_fields)
        extra = _stored(value, "__pydantic_extra__") or {}
        if _stored(value, "__pydantic_private__"):
            raise HiddenState(f"{_named(kind)} holds private attributes, which no check would see")
        if extra.keys() & names:
            raise HiddenState(f"{_named(kind)} holds an extra field that is named as one of its own")
    elif dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    else:
        return None
    if kind.__getattribute__ is not object.__getattribute__:
        raise HiddenState(f"{_named(kind)} may show other attributes than it holds")
    held: dict[str, object] = _stored(value, "__dict__") or {}
    if held.keys() - names or _holds_aside(value, kind, names, is_model=is_model):
        raise HiddenState(f"{_named(kind)} holds more than its fields, which no check would see")
    members: dict[str, object] = {}
    for name in names:
        if name not in held:
            members[name] = getattr(value, name)
        elif _is_shadowed(kind, name):
            raise HiddenState(f"{_named(kind)} may show other attributes than it holds")
        else:
            members[name] = held[name]
    return {**members, **extra}


def _stored(value: object, name: str) -> Any:
    """An attribute as it is stored, whatever the class says about it."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return None


def _holds_aside(value: object, kind: Any, names: list[str], *, is_model: bool) -> bool:
    """Whether something stands in a slot that is not a field, or in what a type made in C holds."""
    for base in _bases(kind):
        if base.__flags__ & _MADE_IN_C and base.__basicsize__ > object.__basicsize__:
            return True
        if "__slots__" not in vars(base) or (is_model and base.__module__ == "pydantic.main"):
            continue
        for name, slot in vars(base).items():
            if name in names or type(slot) is not MemberDescriptorType:
                continue
            try:
                slot.__get__(value, kind)
            except AttributeError:
                continue
            return True
    return False


def _is_shadowed(kind: Any, name: str) -> bool:
    """Whether the class answers for what the instance holds, as a property does."""
    found: object = next((vars(base)[name] for base in _bases(kind) if name in vars(base)), None)
    answers: type[object] = type(found)
    # Pydantic's own gives the stored value, with a warning if the field is deprecated.
    return hasattr(answers, "__set__") and answers.__module__.partition(".")[0] != "pydantic"


def _bases(kind: Any) -> tuple[type[object], ...]:
    bases: tuple[type[object], ...] = kind.__mro__
    return bases


def _is_root(kind: Any) -> bool:
    return getattr(kind, "__pydantic_root_model__", False) is True


def _root(root: object) -> tuple[str, object]:
    """A `RootModel` is its root, which may be anything."""
    is_json = root is None or issubclass(type(root), (dict, list, tuple, str, int, float))
    return ("value", root) if is_json else plain(root)


def _named(kind: Any) -> str:
    name = kind.__name__
    return f"a value of the type `{name}`" if len(name) <= 60 and name.isascii() else "a value of some type"


def _is_from(module: str, name: str, kind: Any) -> bool:
    """Whether it is this class or one below. Who made an instance has imported the module already."""
    loaded = sys.modules.get(module)
    return loaded is not None and issubclass(kind, getattr(loaded, name))


def _datetime(value: Any) -> tuple[str, object]:
    offset = datetime.datetime.utcoffset(value)
    if offset is None:
        return "wrong_type", "a `datetime` without a time zone is not an RFC 3339 time; give it one"
    if offset.total_seconds() % 60:
        return "wrong_type", "a `datetime` whose offset has seconds is not an RFC 3339 time"
    return "value", datetime.datetime.isoformat(value)


def _decimal(value: Any) -> tuple[str, object]:
    from decimal import Decimal

    if not Decimal.is_finite(value):
        return (
            "number_out_of_range",
            "a `Decimal` is not a number or infinite; only finite numbers are allowed",
        )
    _, digits, exponent = Decimal.as_tuple(value)
    # JSON's other readers make a double of it, and two amounts must not become one. Whole numbers keep
    # their digits.
    if exponent != 0 and len(digits) > _DECIMAL_DIGITS:
        return (
            "number_out_of_range",
            f"a `Decimal` has more than {_DECIMAL_DIGITS} digits, which no double keeps; text does",
        )
    return "number", Decimal.__str__(value)
