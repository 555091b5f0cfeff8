"""The check in front of a function: what is checked is what runs."""

from __future__ import annotations

from aana._attested import fixed, positions, vouched
from aana._callbacks import at_once, finished, not_awaited
from aana._copies import own_copies
from aana._errors import ToolCallBlocked, WrongUse
from aana._names import shown_error
from aana._native import Gate, validate_event

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from datetime import datetime
    from os import PathLike
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
    Positions = Iterable[int]
    Refs = Iterable[str | EvidenceRef]
    Subject = str | AuthorizationSubject | None


def guard(
    *,
    tool_category: ToolCategory,
    risk_domain: RiskDomain = "unknown",
    authorization_state: AuthorizationState | Lookup[AuthorizationState] = "none",
    evidence_refs: Refs | Lookup[Refs] = (),
    attested: Positions | Lookup[Positions] | None = None,
    recommended_route: Route | Lookup[Route] = "accept",
    authorization_subject: Subject | Lookup[Subject] = None,
    tool_name: str | None = None,
    policy: Policy | str | PathLike[str] | Gate | None = None,
    mode: Mode | None = None,
    leave_out: Iterable[str] = (),
    on_decision: Callable[[Decision], object | Awaitable[object]] | None = None,
    now: Callable[[], datetime | int] | None = None,
) -> Callable[[F], F]:
    """Let a function run only when the gate accepts the call.

    For each call, the arguments are bound to the function's parameters, defaults included, and stand in
    the event under the parameters' names; what `**kwargs` takes stands beside them. Lists, dicts and other
    values that could change are copied first; the copy is checked, and the function runs with that very
    copy. Of a class below `str`, `int`, `float`, `list`, `tuple` or `dict` (members of enums and named tuples
    aside) the copy is one of these, with what it holds. The function runs once, or not at all: then
    `ToolCallBlocked` is raised, with the decision. What would be accepted and cannot be copied is a
    `TypeError`, which names types only.

    What differs from call to call (who authorized it, on what evidence) is given as a function of the
    arguments by name. In front of a coroutine function it may be one itself. What is the same for every
    call is checked here: a word that the contract does not have is a `ValueError`.

    `attested` are the positions of the `evidence_refs` that you have checked yourself. It counts where the policy says
    `evidence: attested`. Without it, these are all refs of a list that is written down here, and none of those that a
    function finds: give it where that function finds them in records of your own, and never where the agent has a say.

    A method's first parameter `self` or `cls` does not count as an argument, and neither do the parameters in
    `leave_out` (a session, a client); nothing checks these. `@classmethod` and `@staticmethod` stand above
    the guard, and a class has its methods guarded, not itself.

    `on_decision` gets every decision before anything runs, for the audit log; what fails there, blocks. In
    front of a coroutine function it may be one itself and is awaited; elsewhere that is a `TypeError`.

    In the mode `shadow` the function runs whatever was decided, with what it was handed. Nothing that fails
    here (a lookup, `on_decision`) keeps it from that; the logger `aana.guard` says what did, without a value.

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
    watches = gate.mode == "shadow"
    if isinstance(leave_out, str):
        raise WrongUse("`leave_out` is a string; a list of parameters' names is allowed")
    unchecked = frozenset(leave_out)
    evidence_refs, attested = vouched(evidence_refs, attested)
    fields: dict[str, Any] = {
        "authorization_state": authorization_state,
        "evidence_refs": evidence_refs,
        "attested": attested,
        "recommended_route": recommended_route,
        "authorization_subject": authorization_subject,
    }
    constant = {name: value for name, value in fields.items() if not callable(value)}
    varying: dict[str, Callable[[Arguments], Any]]
    varying = {name: value for name, value in fields.items() if callable(value)}

    def decorate(function: F) -> F:
        import functools

        waits = _is_coroutine_function(function)
        for callback, called in (("on_decision", on_decision), *varying.items()):
            if not waits and _is_coroutine_function(called):
                raise not_awaited(callback)
        binder = Binder(function, unchecked, copies=not watches)
        name = _name_of(function) if tool_name is None else tool_name
        head = {"tool_name": name, "tool_category": tool_category, "risk_domain": risk_domain}
        said = {field: value for field, value in constant.items() if field != "attested"}
        refuse_unknown_words({**head, **said})

        def check(call: BoundCall, found: Mapping[str, Any]) -> GateDecision:
            event = {**head, **constant, **found, "proposed_arguments": call.arguments()}
            own = positions(event.pop("attested"))
            if event["authorization_subject"] is None:
                del event["authorization_subject"]
            decision = gate.check(event, None if now is None else now(), attested=own)
            if call.not_copied is not None and decision.executes:
                # Somebody else could change what was checked. No record says that it was accepted.
                raise call.not_copied
            return decision

        def settle(decision: GateDecision) -> None:
            if not decision.executes and not watches:
                raise ToolCallBlocked(decision.to_dict(), name)

        def checked(*args: Any, **kwargs: Any) -> BoundCall:
            call = binder.bind(args, kwargs)
            found: dict[str, Any] = {}
            for field, lookup in varying.items():
                found[field] = fixed(at_once(field, lookup(call.arguments_to_look_at())))
            decision = check(call, found)
            if on_decision is not None:
                at_once("on_decision", on_decision(decision.to_dict()))
            settle(decision)
            return call

        async def checked_async(*args: Any, **kwargs: Any) -> BoundCall:
            call = binder.bind(args, kwargs)
            found: dict[str, Any] = {}
            for field, lookup in varying.items():
                found[field] = fixed(await finished(field, lookup(call.arguments_to_look_at())))
            decision = check(call, found)
            if on_decision is not None:
                await finished("on_decision", on_decision(decision.to_dict()))
            settle(decision)
            return call

        if waits:

            @functools.wraps(function)
            async def guarded_async(*args: Any, **kwargs: Any) -> Any:
                if not watches:
                    return await (await checked_async(*args, **kwargs)).run(function)
                try:
                    await checked_async(*args, **kwargs)
                except Exception as error:  # noqa: BLE001
                    _log_failure(name, error)
                return await function(*args, **kwargs)

            return guarded_async  # type: ignore[return-value]

        @functools.wraps(function)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if not watches:
                return checked(*args, **kwargs).run(function)
            try:
                checked(*args, **kwargs)
            except Exception as error:  # noqa: BLE001
                _log_failure(name, error)
            return function(*args, **kwargs)

        return guarded  # type: ignore[return-value]

    return decorate


def refuse_unknown_words(fields: Mapping[str, Any]) -> None:
    """Raise `ValueError` for what the contract has no place for in these fields of an event."""
    given = dict(fields)
    if given.get("authorization_subject", "") is None:
        del given["authorization_subject"]
    # What is missing comes with the call, and so does what permits a route.
    comes_later = ("missing_field", "route_not_permitted")
    faults = [fault["message"] for fault in validate_event(given) if fault["code"] not in comes_later]
    if faults:
        raise ValueError("; ".join(faults))


def _log_failure(name: str, error: Exception) -> None:
    import logging

    # The error's own words may hold what was in the arguments.
    why = shown_error(error) if isinstance(error, WrongUse) else type(error).__name__
    logging.getLogger("aana.guard").error("a call of %s was not decided, and ran: %s", name, why)


def _name_of(function: object) -> str:
    name = getattr(function, "__name__", None)
    if isinstance(name, str):
        return name
    raise WrongUse(f"a value of the type `{type(function).__name__}` has no name; give `tool_name`")


def _is_coroutine_function(function: object) -> bool:
    import inspect

    return inspect.iscoroutinefunction(function)


class Binder:
    """Binds the arguments of each call to the parameters of one function."""

    def __init__(self, function: Callable[..., Any], leave_out: frozenset[str], *, copies: bool) -> None:
        import functools
        import inspect

        # What these hold would be bound behind the check, or not at all.
        kind: type[object] = type(function)
        if issubclass(kind, (classmethod, staticmethod)):
            raise WrongUse(f"`@{kind.__name__}` stands above the guard, not below it")
        if isinstance(function, functools.partial):
            raise WrongUse("nothing would check what a `functools.partial` holds; guard a function")
        if not callable(function):
            raise WrongUse(f"a value of the type `{kind.__name__}` is not a function to guard")
        if issubclass(kind, type):
            raise WrongUse("a class runs in more ways than by its call; guard its methods")
        self.signature = inspect.signature(function)
        parameters = list(self.signature.parameters.values())
        self.left_out = set(leave_out)
        self.copies = copies
        if unknown := self.left_out - self.signature.parameters.keys():
            raise WrongUse(f"there is no parameter {', '.join(sorted(unknown))} to leave out")
        if parameters and parameters[0].name in ("self", "cls") and _is_of_a_class(function):
            self.left_out.add(parameters[0].name)
        self.named_rest = next(
            (one.name for one in parameters if one.kind is inspect.Parameter.VAR_KEYWORD), None
        )

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> BoundCall:
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        call = BoundCall(self, bound)
        rest: dict[str, Any] = bound.arguments.get(self.named_rest, {}) if self.named_rest else {}
        if twice := rest.keys() & (bound.arguments.keys() - {self.named_rest}):
            # `def f(a, /, **rest)` takes `f(1, a=2)`; in the event only one of them could be seen.
            raise WrongUse(f"the argument {', '.join(sorted(twice))} is given twice")
        if self.copies:
            call.freeze()
        return call


def _is_of_a_class(function: object) -> bool:
    """Whether a function was written in a class, where the first parameter is the object or the class."""
    name: object = getattr(function, "__qualname__", "")
    place = name.rpartition(".")[0] if isinstance(name, str) else ""
    return bool(place) and not place.endswith("<locals>")


class BoundCall:
    """The bound arguments of one call."""

    def __init__(self, binder: Binder, bound: inspect.BoundArguments) -> None:
        self.binder = binder
        self.bound = bound
        self.not_copied: WrongUse | None = None

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

    def arguments_to_look_at(self) -> dict[str, Any]:
        """The same for a callback of the application's, which may keep or change what it is shown."""
        if not self.binder.copies or self.not_copied is not None:
            return self.arguments()
        return own_copies(self.arguments())

    def hold(self, arguments: Mapping[str, Any]) -> None:
        """Take what was decided about, as it stood in the event, in the place of what was bound."""
        rest = self.binder.named_rest
        names = self.bound.arguments.keys() - self.binder.left_out - {rest}
        self.bound.arguments.update({name: arguments[name] for name in names})
        if rest is not None and rest not in self.binder.left_out:
            others = {name: value for name, value in arguments.items() if name not in names}
            self.bound.arguments[rest] = others

    def freeze(self) -> None:
        """Replace what was handed in and could change by copies that nobody else holds."""
        names = [name for name in self.bound.arguments if name not in self.binder.left_out]
        try:
            copies = own_copies({name: self.bound.arguments[name] for name in names})
        except WrongUse as error:
            # Most likely a value that is refused anyway.
            self.not_copied = error
        else:
            self.bound.arguments.update(copies)

    def run(self, function: Callable[..., Any]) -> Any:
        return function(*self.bound.args, **self.bound.kwargs)


guard.__module__ = "aana"
