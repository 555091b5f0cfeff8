"""The shapes of events, policies and decisions, for type checkers. Nothing at run time needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from aana._words import (
    CODES,
    AuthorizationState,
    Blocker,
    EvidenceKind,
    FaultCode,
    FreshnessStatus,
    Mode,
    Reason,
    RedactionStatus,
    RiskDomain,
    RiskLevel,
    Route,
    SubjectType,
    ToolCategory,
    TrustTier,
    VerbClass,
    WarningCode,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

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
    "Mode",
    "Policy",
    "Reason",
    "RedactionStatus",
    "RiskDomain",
    "Route",
    "SubjectType",
    "ToolCategory",
    "TrustTier",
    "WarningCode",
]

GateWord = Literal["pass", "fail"]


class Freshness(TypedDict, total=False):
    """How up to date an evidence ref is."""

    status: FreshnessStatus
    checked_at: str | datetime
    age_hours: float
    max_age_hours: float
    source: str


class _EvidenceRefId(TypedDict):
    source_id: str


class EvidenceRef(_EvidenceRefId, total=False):
    """A structured evidence ref. Only `source_id` is required; production wants all of the first six."""

    kind: EvidenceKind
    trust_tier: TrustTier
    redaction_status: RedactionStatus
    freshness: Freshness
    provenance: str
    summary: str
    retrieved_at: str | datetime
    citation_url: str
    supports: Sequence[str]
    contradicts: Sequence[str]


class AuthorizationSubject(TypedDict):
    """On whose authority the call is made."""

    subject_type: SubjectType
    subject_ref: str


class _RequiredFields(TypedDict):
    tool_name: str
    tool_category: ToolCategory
    authorization_state: AuthorizationState
    evidence_refs: Sequence[str | EvidenceRef]
    risk_domain: RiskDomain
    proposed_arguments: dict[str, Any]
    recommended_route: Route


class Event(_RequiredFields, total=False):
    """An event of the Agent Action Contract v1: seven required fields and some optional ones."""

    schema_version: Literal["aana.agent_tool_precheck.v1"]
    request_id: str
    agent_id: str
    user_intent: str
    authorization_subject: str | AuthorizationSubject


class ToolEntry(TypedDict, total=False):
    """What a policy says of the tools that one pattern names."""

    tool_category: ToolCategory
    risk_domain: RiskDomain
    minimum_authorization: AuthorizationState
    route_floor: Route
    hints: bool
    allow_secret_arguments: bool


class Policy(TypedDict, total=False):
    """An operator's policy, `aana.policy.v1`."""

    schema_version: Literal["aana.policy.v1"]
    mode: Mode
    evidence_profile: Literal["quickstart", "production"]
    max_evidence_age_hours: int
    clock_skew_seconds: int
    max_event_bytes: int
    high_risk_domains: Sequence[RiskDomain]
    secret_arguments: Literal["ask", "refuse", "warn"]
    require_bound_approval: bool
    tools: dict[str, ToolEntry]


class FaultPlace(TypedDict):
    """A fault of form as an audit log may hold it."""

    path: str
    code: FaultCode


class Fault(FaultPlace):
    """One fault of form: where, of which kind, and in words."""

    message: str


class Classification(TypedDict):
    """What the tool was taken for."""

    declared_category: ToolCategory | None
    effective_category: ToolCategory | None
    verb_class: VerbClass | None
    high_risk: bool | None
    risk_level: RiskLevel | None
    irreversible: bool | None


class AuthorizationReport(TypedDict):
    """How the authorization was weighed."""

    declared_state: AuthorizationState | None
    evidence_supported_state: AuthorizationState | None
    effective_state: AuthorizationState | None
    required_state: AuthorizationState | None


class Issue(TypedDict):
    """One fault or weakness of the evidence."""

    level: Literal["blocker", "warning"]
    code: Blocker | WarningCode
    path: str


class _EvidenceTotals(TypedDict, total=False):
    """How many entries a list would have. There only if some were left out."""

    used_source_ids_total: int
    issues_total: int
    missing_source_ids_total: int
    contradictory_source_ids_total: int


class EvidenceIntegrity(_EvidenceTotals):
    """What was found in the evidence."""

    checked_ref_count: int
    used_source_ids: list[str]
    issues: list[Issue]
    missing_source_ids: list[str]
    contradictory_source_ids: list[str]
    public_audit_ready: bool


class AixComponents(TypedDict):
    """What the score is made of."""

    P: float
    F: float
    C: float


class Aix(TypedDict):
    """The decision as a score."""

    aix_version: Literal["0.1"]
    score: float
    components: AixComponents
    decision: Route
    hard_blockers: list[Blocker]


class Need(TypedDict, total=False):
    """One thing that would change the route; exactly one of the members is there."""

    authorization_state: AuthorizationState
    evidence_kind: EvidenceKind
    fix: str
    classify: Literal["tool_category"]
    remove: str
    approval_for: str


class _RecoveryTotals(TypedDict, total=False):
    """How many entries a list would have. There only if some were left out."""

    needs_total: int


class Recovery(_RecoveryTotals):
    """What would change the route, as a sentence and as data."""

    suggestion: str
    needs: list[Need]


class ExecutionPolicy(TypedDict):
    """What the host may do."""

    mode: Mode
    execution_allowed: bool
    aana_allows_execution: bool
    reason: Literal[
        "aana_accepted", "route_not_accept", "shadow_mode_only_observes", "decision_not_well_formed"
    ]
    required_route: Literal["accept"]


class _SourceIdTotals(TypedDict, total=False):
    """How many entries a list would have. There only if some were left out."""

    used_total: int
    missing_total: int
    contradictory_total: int


class SourceIds(_SourceIdTotals):
    """Source ids by what they did for the decision."""

    used: list[str]
    missing: list[str]
    contradictory: list[str]


class _AuditTotals(TypedDict, total=False):
    """How many entries a list would have. There only if some were left out."""

    proposed_argument_keys_total: int
    validation_errors_total: int


class AuditEvent(_AuditTotals):
    """What may be kept of a decision: codes, words and opaque ids, no value of the call."""

    audit_event_version: Literal["aana.audit_safe_decision.v1"]
    route: Route
    gate_decision: GateWord
    hard_blockers: list[Blocker]
    reasons: list[str]
    aix_score: float
    tool_name: str | None
    tool_category: ToolCategory | None
    effective_category: ToolCategory | None
    risk_domain: RiskDomain | None
    authorization_state: AuthorizationState | None
    effective_authorization_state: AuthorizationState | None
    evidence_refs: SourceIds
    proposed_argument_keys: list[str]
    action_digest: str | None
    request_id: str | None
    agent_id: str | None
    public_audit_log_allowed: bool
    raw_payload_logged: bool
    decided_at: str
    validation_errors: list[FaultPlace]


class ArchitectureDecision(TypedDict):
    """The decision in the shape of the contract's envelope."""

    route: Route
    gate_decision: GateWord
    aix_score: float
    hard_blockers: list[Blocker]
    missing_evidence: list[Blocker]
    evidence_refs: SourceIds
    authorization_state: AuthorizationState | None
    tool_name: str | None
    tool_category: ToolCategory | None
    risk_domain: RiskDomain | None
    recovery_suggestion: str
    audit_event: AuditEvent


class _DecisionTotals(TypedDict, total=False):
    """How many entries a list would have. There only if some were left out."""

    warnings_total: int
    validation_errors_total: int


class Decision(_DecisionTotals):
    """What the gate says about one proposed tool call.

    `reasons` holds `Reason` codes, `runtime_recommended_stricter_route` with the route after a colon;
    `warnings` holds `WarningCode` codes, `unknown_field` with a pointer after a colon.
    """

    contract_version: Literal["aana.agent_tool_precheck.v1"]
    gate_version: str
    route: Route
    gate_decision: GateWord
    recommended_action: Route
    hard_blockers: list[Blocker]
    reasons: list[str]
    warnings: list[str]
    validation_errors: list[Fault]
    tool_name: str | None
    tool_category: ToolCategory | None
    authorization_state: AuthorizationState | None
    risk_domain: RiskDomain | None
    aana_route: Route
    runtime_recommended_route: Route | None
    candidate_gate: GateWord
    classification: Classification
    authorization_report: AuthorizationReport
    evidence_integrity: EvidenceIntegrity
    aix: Aix
    action_digest: str | None
    recovery: Recovery
    execution_policy: ExecutionPolicy
    audit_event: AuditEvent
    architecture_decision: ArchitectureDecision
