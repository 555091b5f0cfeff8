"""Whether a value has the shape that a type describes, for the types of the package."""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from aana import _types

# What the modules of types import for type checkers alone.
NAMES = {**vars(_types), "Sequence": Sequence, "datetime": datetime}


@cache
def hints(shape: Any) -> dict[str, Any]:
    """The types of the members."""
    return typing.get_type_hints(shape, localns=NAMES)


def misfit(value: Any, shape: Any, where: str = "") -> str | None:
    """Where a value is not of a type, and why; nothing if it is."""
    origin, arguments = typing.get_origin(shape), typing.get_args(shape)
    if origin in (typing.Union, types.UnionType):
        found = [misfit(value, choice, where) for choice in arguments]
        return None if None in found else f"{where}: none of the choices: {found}"
    if origin is typing.Literal:
        fits = any(type(value) is type(word) and value == word for word in arguments)
        return None if fits else f"{where}: {value!r} is not one of {arguments}"
    if origin in (list, Sequence):
        if type(value) is not list:
            return f"{where}: not a list"
        return first(misfit(entry, arguments[0], f"{where}/{at}") for at, entry in enumerate(value))
    if origin is dict:
        if not isinstance(value, dict):
            return f"{where}: not an object"
        return first(misfit(entry, arguments[1], f"{where}/{name}") for name, entry in value.items())
    if typing.is_typeddict(shape):
        return misfit_of_members(value, shape, where)
    if shape is Any:
        return None
    kinds = (int, float) if shape is float else (shape,)
    return None if type(value) in kinds else f"{where}: not {shape}"


def misfit_of_members(value: Any, shape: Any, where: str) -> str | None:
    if not isinstance(value, dict):
        return f"{where}: not an object"
    known = hints(shape)
    absent, more = shape.__required_keys__ - value.keys(), value.keys() - known.keys()
    if absent or more:
        return f"{where}: without {sorted(absent)}, with {sorted(more)}"
    return first(misfit(entry, known[name], f"{where}/{name}") for name, entry in value.items())


def first(found: Any) -> str | None:
    """The first misfit of several values."""
    return next((one for one in found if one is not None), None)
