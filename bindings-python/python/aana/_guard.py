"""The check in front of a function: what is checked is what runs."""

from __future__ import annotations

from aana._errors import ToolCallBlocked
from aana._native import Gate

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from datetime import datetime
    from typing import Any, TypeVar

    from aana._native import GateDecision
    from aana._types import (
        AuthorizationState,
        AuthorizationSubject,
        Decision,
        EvidenceRef,
        Mode,
        Policy,
        RiskDomain,
        Route,
        ToolCategory,
    )

    F = TypeVar("F", bound=Callable[..., Any])
    T = TypeVar("T")
    Arguments = Mapping[str, Any]
    Lookup = Callable[[Arguments], T | Awaitable[T]]
    Refs = Iterable[str | EvidenceRef]
    Subject = str | AuthorizationSubject | None

_SCALARS = frozenset({str, int, float, bool, type(None)})


def guard(
    *,
    tool_category: ToolCategory,
    risk_domain: RiskDomain = "unknown",
    authorization_state: AuthorizationState | Lookup[AuthorizationState] = "none",
    evidence_refs: Refs | Lookup[Refs] = (),
    recommended_route: Route | Lookup[Route] = "accept",
    authorization_subject: Subject | Lookup[Subject] = None,
    tool_name: str | None = None,
    policy: Policy | str | Gate | None = None,
    mode: Mode | None = None,
    leave_out: Iterable[str] = (),
    on_decision: Callable[[Decision], object] | None = None,
    now: Callable[[], datetime | int] | None = None,
) -> Callable[[F], F]:
    """Let a function run only when the gate accepts the call.

    For each call, the arguments are bound to the function's parameters, defaults included, and stand in
    the event under the parameters' names; what `**kwargs` takes stands beside them. Lists, dicts and other
    values that could change are copied first; the copy is checked, and the function runs with that very
    copy. It runs once, or not at all: then `ToolCallBlocked` is raised, with the decision.

    What differs from call to call (who authorized it, on what evidence) is given as a function of the
    arguments by name. In front of a coroutine function it may be one itself.

    A first parameter `self` or `cls` is no argument of the call, and neither are the parameters in
    `leave_out` (a session, a client); nothing checks these. `on_decision` gets every decision before
    anything runs, for the audit log. In the mode `shadow` the function runs whatever was decided, with what it was handed.

    >>> import aana
    >>> approvals = {"a@example.com": ["session:1", "approval:7"]}
    >>> @aana.guard(
    ...     tool_category="write",
    ...     risk_domain="customer_support",
    ...     authorization_state="confirmed",
    ...     evidence_refs=lambda arguments: approvals.get(arguments["to"], []),
    ... )
    ... def send_email(to, subject="hello"):
    ...     return f"sent to {to}"
    >>> send_email("a@example.com")
    'sent to a@example.com'
    >>> send_email("b@example.com")
    Traceback (most recent call last):
    ...
    aana.ToolCallBlocked: `send_email` was not run: defer, because of ...
    """
    gate = Gate(policy, mode=mode)
    fields: dict[str, Any] = {
        "authorization_state": authorization_state,
        "evidence_refs": evidence_refs if callable(evidence_refs) else tuple(evidence_refs),
        "recommended_route": recommended_route,
        "authorization_subject": authorization_subject,
    }
    constant = {name: value for name, value in fields.items() if not callable(value)}
    varying: dict[str, Callable[[Arguments], Any]]
    varying = {name: value for name, value in fields.items() if callable(value)}

    def decorate(function: F) -> F:
        import functools

        name = tool_name if tool_name is not None else function.__name__
        binder = _Binder(function, frozenset(leave_out), copies=gate.mode != "shadow")
        head = {"tool_name": name, "tool_category": tool_category, "risk_domain": risk_domain}

        def check(arguments: Arguments, found: Mapping[str, Any]) -> GateDecision:
            event = {**head, **constant, **found, "proposed_arguments": arguments}
            if event["authorization_subject"] is None:
                del event["authorization_subject"]
            return gate.check(event, None if now is None else now())

        def settle(call: _Call, found: Mapping[str, Any]) -> None:
            decision = check(call.arguments(), found)
            if on_decision is not None:
                on_decision(decision.to_dict())
            if gate.mode == "shadow":
                return
            if not decision.executes:
                raise ToolCallBlocked(decision.to_dict())
            if call.not_copied is not None:
                # Somebody else could change what was checked.
                raise call.not_copied

        if _is_coroutine_function(function):

            @functools.wraps(function)
            async def guarded_async(*args: Any, **kwargs: Any) -> Any:
                call = binder.bind(args, kwargs)
                found: dict[str, Any] = {}
                for field, lookup in varying.items():
                    value: Any = lookup(call.arguments())
                    found[field] = await value if hasattr(value, "__await__") else value
                settle(call, {field: _fixed(value) for field, value in found.items()})
                return await call.run(function)

            return guarded_async  # type: ignore[return-value]

        @functools.wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            call = binder.bind(args, kwargs)
            found = {field: _fixed(lookup(call.arguments())) for field, lookup in varying.items()}
            settle(call, found)
            return call.run(function)

        return guarded  # type: ignore[return-value]

    return decorate


def _fixed(value: Any) -> Any:
    """Evidence may come from a generator, and is looked at more than once."""
    if issubclass(type(value), (str, dict)) or not hasattr(value, "__iter__"):
        return value
    return list(value)


def _is_coroutine_function(function: object) -> bool:
    import inspect

    return inspect.iscoroutinefunction(function)


class _Binder:
    """Binds the arguments of each call to the parameters of one function."""

    def __init__(self, function: Callable[..., Any], leave_out: frozenset[str], *, copies: bool) -> None:
        import inspect

        self.signature = inspect.signature(function)
        parameters = list(self.signature.parameters.values())
        self.left_out = set(leave_out)
        self.copies = copies
        if unknown := leave_out - self.signature.parameters.keys():
            raise TypeError(f"there is no parameter {', '.join(sorted(unknown))} to leave out")
        if parameters and parameters[0].name in ("self", "cls"):
            self.left_out.add(parameters[0].name)
        self.named_rest = next(
            (one.name for one in parameters if one.kind is inspect.Parameter.VAR_KEYWORD), None
        )

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Call:
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        call = _Call(self, bound)
        rest: dict[str, Any] = bound.arguments.get(self.named_rest, {}) if self.named_rest else {}
        if twice := rest.keys() & (bound.arguments.keys() - {self.named_rest}):
            # `def f(a, /, **rest)` takes `f(1, a=2)`; in the event only one of them could be seen.
            raise TypeError(f"the argument {', '.join(sorted(twice))} is given twice")
        if self.copies:
            call.freeze()
        return call


class _Call:
    """The bound arguments of one call."""

    def __init__(self, binder: _Binder, bound: inspect.BoundArguments) -> None:
        self.binder = binder
        self.bound = bound
        self.not_copied: Exception | None = None

    def arguments(self) -> dict[str, Any]:
        """What stands in the event."""
        arguments: dict[str, Any] = {}
        for name, value in self.bound.arguments.items():
            if name in self.binder.left_out:
                continue
            if name == self.binder.named_rest:
                arguments.update(value)
            else:
                arguments[name] = value
        return arguments

    def freeze(self) -> None:
        """Replace what was handed in and could change by copies that nobody else holds."""
        names = [name for name in self.bound.arguments if name not in self.binder.left_out]
        values = [self.bound.arguments[name] for name in names]
        if all(type(value) in _SCALARS for value in values):
            return
        import copy

        try:
            # Together, so that a list that was handed in twice is one list still.
            copies = copy.deepcopy(values)
        except Exception as error:  # noqa: BLE001
            # Most likely a value that is refused anyway.
            self.not_copied = error
        else:
            self.bound.arguments.update(zip(names, copies, strict=True))

    def run(self, function: Callable[..., Any]) -> Any:
        return function(*self.bound.args, **self.bound.kwargs)


guard.__module__ = "aana"
