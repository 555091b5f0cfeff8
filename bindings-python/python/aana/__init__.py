"""The check that runs before an AI agent's tool call does.

>>> import aana
>>> event = aana.build_tool_precheck_event(
...     tool_name="search_docs",
...     tool_category="public_read",
...     risk_domain="research",
...     proposed_arguments={"query": "leave policy"},
... )
>>> decision = aana.check_tool_call(event)
>>> decision["route"]
'accept'
>>> aana.should_execute_tool(decision, event)
True

`check_tool_call` takes an event of the Agent Action Contract v1 as a dict and gives the decision as a
dict; `Gate` does the same with a policy and faster; `guard` puts the check in front of a function.
"""

from __future__ import annotations

from aana._errors import PolicyError, ToolCallBlocked
from aana._event import build_tool_precheck_event, tool_evidence_ref
from aana._guard import guard
from aana._native import (
    Gate,
    GateDecision,
    __version__,
    check_json,
    check_many,
    check_many_json,
    check_tool_call,
    execution_policy,
    should_execute_tool,
    validate_event,
    validate_json,
)

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from aana._types import (
        CODES,
        AuthorizationState,
        Blocker,
        Decision,
        Event,
        EvidenceKind,
        EvidenceRef,
        ExecutionPolicy,
        Fault,
        FaultCode,
        FreshnessStatus,
        Mode,
        Policy,
        Reason,
        RedactionStatus,
        RiskDomain,
        Route,
        SubjectType,
        ToolCategory,
        TrustTier,
        WarningCode,
    )

gate_action = check_tool_call
"""The same function under the contract's other name."""

__all__ = [
    "CODES",
    "AuthorizationState",
    "Blocker",
    "Decision",
    "Event",
    "EvidenceKind",
    "EvidenceRef",
    "ExecutionPolicy",
    "Fault",
    "FaultCode",
    "FreshnessStatus",
    "Gate",
    "GateDecision",
    "Mode",
    "Policy",
    "PolicyError",
    "Reason",
    "RedactionStatus",
    "RiskDomain",
    "Route",
    "SubjectType",
    "ToolCallBlocked",
    "ToolCategory",
    "TrustTier",
    "WarningCode",
    "__version__",
    "build_tool_precheck_event",
    "check_json",
    "check_many",
    "check_many_json",
    "check_tool_call",
    "execution_policy",
    "gate_action",
    "guard",
    "should_execute_tool",
    "tool_evidence_ref",
    "validate_event",
    "validate_json",
]


def __getattr__(name: str) -> object:
    """Types and tables are loaded when somebody asks for them: a check needs none of them."""
    if name in __all__:
        from aana import _types

        value: object = getattr(_types, name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'aana' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
