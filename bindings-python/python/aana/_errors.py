"""What may be raised: never about an event, always about a policy or a call that may not run."""

from __future__ import annotations

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from aana._types import Decision, Fault, Route


class PolicyError(ValueError):
    """A policy is not loaded; `faults` lists why, each fault with its JSON pointer."""

    faults: list[Fault]

    def __init__(self, message: str, faults: list[Fault]) -> None:
        super().__init__(message)
        self.faults = faults

    def __reduce__(self) -> tuple[type[PolicyError], tuple[str, list[Fault]]]:
        return type(self), (str(self), self.faults)


class ToolCallBlocked(Exception):  # noqa: N818
    """A guarded function was not run; `decision` says why, and what would change it."""

    decision: Decision

    def __init__(self, decision: Decision, tool_name: str | None = None) -> None:
        self.decision = decision
        self._tool_name = tool_name
        # If the input was not a valid event, the decision has no tool name.
        name = decision["tool_name"] or tool_name
        which = "the tool" if name is None else f"`{name}`"
        blockers, faults = decision["hard_blockers"], decision["validation_errors"]
        because = ", because of " + ", ".join(blockers) if blockers else ""
        where = f" at `{_path(faults[0]['path'])}`" if faults and faults[0]["path"] else ""
        super().__init__(f"{which} was not run: {self.route}{because}{where}")

    @property
    def route(self) -> Route:
        """`ask`, `defer` or `refuse`."""
        return self.decision["route"]

    def __reduce__(self) -> tuple[type[ToolCallBlocked], tuple[Decision, str | None]]:
        return type(self), (self.decision, self._tool_name)


def _path(path: str) -> str:
    # Its parts are names of arguments, which a model may have given.
    from aana._names import on_one_line

    return on_one_line(path)


class AuditError(OSError):
    """An audit log cannot be opened, or a decision was not recorded."""


PolicyError.__module__ = ToolCallBlocked.__module__ = "aana"
AuditError.__module__ = "aana.audit"


class WrongUse(TypeError):  # noqa: N818
    """What the programmer has to change. The message names types and parameters and never a value."""
