"""How values go to the compiled half of the formats, and how its answers come back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from aana._native import given_json, given_word

if TYPE_CHECKING:
    from collections.abc import Mapping


def read(text: str) -> Any:
    """Read an answer."""
    return json.loads(text)


def written(value: Mapping[str, Any], argument: str) -> str:
    """Write a value of the caller's own as JSON. An error names the place, never what stands there."""
    text, faults = given_json(dict(value))
    if faults:
        fault = faults[0]
        place = f" at `{fault['path']}`" if fault["path"] else ""
        raise ValueError(f"`{argument}` is not read{place}: {fault['message']}")
    return text


def optional(value: str | None, argument: str) -> str | None:
    """Take a text that may be left out."""
    return None if value is None else given_word(value, argument)


def words(values: object, argument: str) -> list[str]:
    """Take an iterable of texts. One text is not such an iterable, although it could be taken for one."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"`{argument}` is one text; an iterable of texts is allowed")
    items: Any = values
    return [given_word(value, argument) for value in items]


def secret(value: object, argument: str) -> str:
    """Take a secret that was looked up. An error says nothing of it."""
    if not isinstance(value, str):
        raise TypeError(f"`{argument}` gives a value that is not a `str`")
    return value


def flag(value: bool, argument: str) -> bool:
    """Take a flag: what is merely true may mean anything."""
    if value is not True and value is not False:
        raise TypeError(f"`{argument}` is neither `True` nor `False`")
    return value


def table(value: Mapping[str, Any], argument: str) -> dict[str, Any]:
    """Take a mapping."""
    if not hasattr(value, "keys"):
        raise TypeError(f"`{argument}` is not a mapping; a `dict` is allowed")
    return dict(value)
