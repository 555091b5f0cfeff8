"""Which of a tool's parameters are arguments of a call, and which ones somebody else fills in."""

from __future__ import annotations

import copy
import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args, get_type_hints

from langchain_core.tools import InjectedToolArg, Tool
from langchain_core.tools.base import (
    _get_runnable_config_param as config_parameter,  # pyright: ignore[reportPrivateUsage]
)
from pydantic import BaseModel, create_model

from aana.integrations._langchain_injected import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.tools import BaseTool

    from aana.integrations._common import ToolGate


@dataclass(frozen=True)
class Shape:
    """Which parameters of a function are not arguments of the call, and which defaults it adds."""

    framework: frozenset[str]
    """Parameters that LangChain sets in any case, whatever the model says."""
    injected: Mapping[str, Any]
    """Parameters that LangGraph fills in, with their annotations that say so."""
    left_out: frozenset[str]
    """Parameters that the application fills in; what the model gives for them is dropped."""
    defaults: Mapping[str, Any]
    required: frozenset[str]
    """Those of `left_out` without which the function does not run."""


def shape_of(tool: BaseTool, outer: Any, runs: Any, gate: ToolGate) -> Shape:
    """Look at what runs (a function) within what LangChain runs (a method)."""
    try:
        hints = get_type_hints(runs, include_extras=True)
    except Exception:  # noqa: BLE001
        # Names that only a type checker imports, or no function; the schema knows the rest.
        hints = {}
    types: dict[str, list[Any]] = {name: [hint, *get_args(hint)] for name, hint in hints.items()}
    renamed: set[str] = set()
    for name, field in getattr(tool.get_input_schema(), "model_fields", {}).items():
        types.setdefault(name, []).extend([field.annotation, *field.metadata])
        if field.alias is not None or field.validation_alias is not None:
            # Under its other name, the model may give what LangGraph puts in under this one.
            renamed.add(name)
    injected = {
        name: one
        for name, found in types.items()
        for one in found
        if kind_of(one) is not None and name not in renamed
    }
    framework = {config_parameter(outer) or "", "run_manager"} & inspect.signature(outer).parameters.keys()
    left_out = gate.rule(tool.name).leave_out - injected.keys() - framework
    parameters = {
        name: parameter
        for name, parameter in inspect.signature(runs).parameters.items()
        if name not in framework | injected.keys() | {"callbacks"}
    }
    empty = inspect.Parameter.empty
    return Shape(
        frozenset(framework),
        injected,
        left_out,
        {name: one.default for name, one in parameters.items() if one.default is not empty},
        frozenset(name for name, one in parameters.items() if name in left_out and one.default is empty),
    )


def without(tool: BaseTool, names: frozenset[str]) -> Any:
    """The tool's schema without these parameters, which the model does not see then."""
    schema: Any = tool.args_schema
    if not names or (schema is None and isinstance(tool, Tool)):
        return schema
    if isinstance(schema, dict):
        plain = copy.deepcopy(cast("dict[str, Any]", schema))
        for name in names:
            plain.get("properties", {}).pop(name, None)
        if "required" in plain:
            plain["required"] = [name for name in plain["required"] if name not in names]
        return plain
    model: Any = tool.get_input_schema()
    if not issubclass(model, BaseModel):
        raise TypeError(
            f"the schema of the tool `{tool.name}` is not one of pydantic 2, and cannot leave anything out"
        )
    hidden: Any = {
        name: (Annotated[Any, InjectedToolArg()], None) for name in names if name in model.model_fields
    }
    if not hidden:
        return schema
    return create_model(model.__name__, __base__=model, __doc__=model.__doc__, **hidden)
