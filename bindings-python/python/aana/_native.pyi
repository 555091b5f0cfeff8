from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, final

from aana._types import Blocker, Decision, Event, ExecutionPolicy, Fault, Mode, Policy, Route

__all__ = [
    "Gate",
    "GateDecision",
    "Many",
    "__version__",
    "check_json",
    "check_many",
    "check_many_json",
    "check_tool_call",
    "execution_policy",
    "should_execute_tool",
    "validate_event",
    "validate_json",
]

__version__: str

@final
class Gate:
    def __new__(cls, policy: Policy | str | Gate | None = None, *, mode: Mode | None = None) -> Gate: ...
    def check(self, event: Event | Mapping[str, Any], now: datetime | int | None = None) -> GateDecision: ...
    @property
    def mode(self) -> Mode: ...

@final
class GateDecision:
    @property
    def route(self) -> Route: ...
    @property
    def executes(self) -> bool: ...
    @property
    def hard_blockers(self) -> tuple[Blocker, ...]: ...
    @property
    def reasons(self) -> tuple[str, ...]: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...
    @property
    def validation_errors(self) -> list[Fault]: ...
    @property
    def action_digest(self) -> str | None: ...
    def to_dict(self) -> Decision: ...
    def to_json(self) -> str: ...
    def __bool__(self) -> bool: ...

@final
class Many:
    def __iter__(self) -> Many: ...
    def __next__(self) -> Any: ...

def check_tool_call(
    event: Event | Mapping[str, Any],
    *,
    policy: Policy | str | Gate | None = None,
    now: datetime | int | None = None,
) -> Decision: ...
def check_json(
    event: bytes | str,
    *,
    policy: Policy | str | Gate | None = None,
    now: datetime | int | None = None,
) -> bytes: ...
def validate_event(event: object) -> list[Fault]: ...
def validate_json(event: bytes | str) -> list[Fault]: ...
def should_execute_tool(decision: object, event: object = None) -> bool: ...
def execution_policy(decision: object, mode: Mode = "enforce") -> ExecutionPolicy: ...
def check_many(
    events: Iterable[Event | Mapping[str, Any]],
    *,
    policy: Policy | str | Gate | None = None,
    now: datetime | int | None = None,
    ahead: int = 1024,
    threads: int | None = None,
) -> Iterator[GateDecision]: ...
def check_many_json(
    events: Iterable[bytes | str],
    *,
    policy: Policy | str | Gate | None = None,
    now: datetime | int | None = None,
    ahead: int = 1024,
    threads: int | None = None,
) -> Iterator[bytes]: ...
