"""Keys of the model's JSON that a schema does not have, and that pydantic would drop without a word."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, cast

from pydantic import AliasChoices, AliasPath, BaseModel, RootModel

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


def has_unread(given: object, made: object) -> bool:
    """Say whether something in the JSON has no place in what a schema made of it."""
    if isinstance(made, RootModel):
        return has_unread(given, _held(cast("BaseModel", made)).get("root"))
    if isinstance(given, list):
        parts = cast("list[Any]", given)
        if not isinstance(made, (list, tuple)) or len(cast("list[Any]", made)) != len(parts):
            return False
        return any(map(has_unread, parts, cast("list[Any]", made)))
    if not isinstance(given, dict):
        return False
    named = cast("dict[str, Any]", given)
    if isinstance(made, BaseModel):
        fields = type(made).model_fields
        by_key = {key: name for name, field in fields.items() for key in _keys(name, field)}
        if named.keys() - by_key.keys() and type(made).model_config.get("extra") != "allow":
            return True
        held = _held(made)
        return any(has_unread(one, held.get(by_key.get(key, ""))) for key, one in named.items())
    if dataclasses.is_dataclass(made) and not isinstance(made, type):
        known = {field.name: getattr(made, field.name, None) for field in dataclasses.fields(made)}
    elif isinstance(made, dict):
        known = cast("dict[str, Any]", made)
        if len(known) == len(named) and not named.keys() <= known.keys():
            # Its keys were made something else than text, none was dropped.
            return any(map(has_unread, named.values(), known.values()))
    else:
        return False
    return bool(named.keys() - known.keys()) or any(has_unread(one, known[key]) for key, one in named.items())


def _held(made: BaseModel) -> dict[str, Any]:
    return object.__getattribute__(made, "__dict__")


def _keys(name: str, field: FieldInfo) -> set[str]:
    """What a field may be called in the JSON."""
    alias = field.validation_alias
    aliases = alias.choices if isinstance(alias, AliasChoices) else [alias or field.alias]
    first = [one.path[0] if isinstance(one, AliasPath) else one for one in aliases]
    return {name, *(one for one in first if isinstance(one, str))}
