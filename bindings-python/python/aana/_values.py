"""What stands in JSON for the values that are none of JSON's own types.

The compiled half asks here for every value that is no `dict`, `list`, `tuple`, `str`, `int`, `float`,
`bool` or `None`. The answer is a kind and what belongs to it: `value` with a value of those types,
`number` with a JSON number's text, or the code of a fault with its message.
"""

from __future__ import annotations

import dataclasses
import datetime
import sys

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HELP = {
    "set": "a set is no JSON value; a list is",
    "frozenset": "a set is no JSON value; a list is",
    "bytes": "bytes are no JSON value; text is",
    "bytearray": "bytes are no JSON value; text is",
    "memoryview": "bytes are no JSON value; text is",
    "complex": "a complex number is no JSON value",
}

_DECIMAL_DIGITS = 15
"""As many significant digits as every double keeps."""


def plain(value: object) -> tuple[str, object]:
    """Say what stands for a value. May raise whatever the value's own code raises."""
    kind: Any = type(value)
    if kind.__name__ in _HELP and kind.__module__ == "builtins":
        return "wrong_type", _HELP[kind.__name__]
    if dataclasses.is_dataclass(kind):
        return "value", {field.name: getattr(value, field.name) for field in dataclasses.fields(kind)}
    # Told by what pydantic puts into its models, so that it need not be imported.
    if hasattr(kind, "__pydantic_serializer__") and hasattr(kind, "model_dump"):
        return "value", kind.model_dump(value, mode="json")
    if isinstance(value, datetime.datetime):
        return _datetime(value)
    if isinstance(value, datetime.date):
        return "value", value.isoformat()
    if _is_from("uuid", "UUID", value):
        return "value", str(value)
    if _is_from("decimal", "Decimal", value):
        return _decimal(value)
    if _is_from("enum", "Enum", value):
        return "wrong_type", "an enum member that is no `str` or `int` is no JSON value; its `value` may be"
    name = kind.__name__
    if len(name) <= 60 and name.isascii():
        return "wrong_type", f"a value of the type `{name}` is no JSON value"
    return "wrong_type", "a value of some type is no JSON value"


def _is_from(module: str, name: str, value: object) -> bool:
    """Whether it is an instance of this class. Who made it has imported the module already."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, name))


def _datetime(value: datetime.datetime) -> tuple[str, object]:
    offset = value.utcoffset()
    if offset is None:
        return "wrong_type", "a `datetime` without a time zone is no RFC 3339 time; give it one"
    if offset.total_seconds() % 60:
        return "wrong_type", "a `datetime` whose offset has seconds is no RFC 3339 time"
    return "value", value.isoformat()


def _decimal(value: object) -> tuple[str, object]:
    from decimal import Decimal

    assert isinstance(value, Decimal)
    if not value.is_finite():
        return (
            "number_out_of_range",
            "a `Decimal` is not a number or infinite; only finite numbers are allowed",
        )
    _, digits, exponent = value.as_tuple()
    # JSON's other readers make a double of it, and two amounts must not become one. Whole numbers keep
    # their digits.
    if exponent != 0 and len(digits) > _DECIMAL_DIGITS:
        return (
            "number_out_of_range",
            f"a `Decimal` has more than {_DECIMAL_DIGITS} digits, which no double keeps; text does",
        )
    return "number", str(value)
