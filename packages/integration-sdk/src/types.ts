// What goes in and what comes out: the contract's events, the operator's policy, the gate's decision.

import type {
  AuthorizationState,
  Blocker,
  EvidenceKind,
  FaultCode,
  FreshnessStatus,
  GateDecision,
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
} from "./words.js";

/** A value that JSON can hold, and integers of any size as `bigint`. A `Date` is written as its ISO string. */
export type ArgumentValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Date
  | readonly ArgumentValue[]
  | { readonly [key: string]: ArgumentValue };

/** When evidence was checked, and how old it is. */
export interface Freshness {
  status?: FreshnessStatus | undefined;
  checked_at?: string | undefined;
  age_hours?: number | undefined;
  max_age_hours?: number | undefined;
  source?: string | undefined;
}

/** Structured evidence for an action, its authorization or its risk. */
export interface EvidenceRef {
  source_id: string;
  kind?: EvidenceKind | undefined;
  trust_tier?: TrustTier | undefined;
  redaction_status?: RedactionStatus | undefined;
  summary?: string | undefined;
  provenance?: string | undefined;
  freshness?: Freshness | undefined;
  retrieved_at?: string | undefined;
  citation_url?: string | undefined;
  supports?: readonly string[] | undefined;
  contradicts?: readonly string[] | undefined;
}

/** On whose authority a call is made. */
export interface AuthorizationSubject {
  subject_type: SubjectType;
  subject_ref: string;
}

/** One proposed tool call: the event of the Agent Action Contract v1. */
export interface ToolPrecheckEvent<Arguments = object> {
  tool_name: string;
  tool_category: ToolCategory;
  authorization_state: AuthorizationState;
  evidence_refs: readonly (string | EvidenceRef)[];
  risk_domain: RiskDomain;
  proposed_arguments: Arguments;
  recommended_route: Route;
  schema_version?: "aana.agent_tool_precheck.v1" | undefined;
  request_id?: string | undefined;
  agent_id?: string | undefined;
  user_intent?: string | undefined;
  authorization_subject?: string | AuthorizationSubject | undefined;
}

/** What the policy says of the tools that one name or pattern stands for. */
export interface ToolPolicy {
  tool_category?: ToolCategory | undefined;
  risk_domain?: RiskDomain | undefined;
  minimum_authorization?: AuthorizationState | undefined;
  route_floor?: Route | undefined;
  hints?: boolean | undefined;
  allow_secret_arguments?: boolean | undefined;
}

/** An operator's policy, `aana.policy.v1`. It can tighten the rules and say what a tool is. */
export interface Policy {
  schema_version?: "aana.policy.v1" | undefined;
  mode?: Mode | undefined;
  evidence_profile?: "quickstart" | "production" | undefined;
  max_evidence_age_hours?: number | undefined;
  clock_skew_seconds?: number | undefined;
  max_event_bytes?: number | undefined;
  high_risk_domains?: readonly RiskDomain[] | undefined;
  secret_arguments?: "ask" | "refuse" | "warn" | undefined;
  require_bound_approval?: boolean | undefined;
  tools?: { readonly [nameOrPattern: string]: ToolPolicy } | undefined;
}

/** A fault of form: where it is, as an RFC 6901 JSON pointer, and what it is. */
export interface Fault {
  path: string;
  code: FaultCode;
  message: string;
}

/** A fault or weakness of the evidence, where it is, and whether it blocks. */
export type EvidenceIssue =
  | { path: string; level: "blocker"; code: Blocker }
  | { path: string; level: "warning"; code: DecisionWarning };

/** A warning: a code, with the place of the field for one that is there for each such field. */
export type DecisionWarning = WarningCode | `unknown_field:${string}`;

/** A step on the way to the route. That the runtime wished for a stricter one comes with its wish. */
export type DecisionReason = Exclude<Reason, StricterRoute> | `${StricterRoute}:${Route}`;

type StricterRoute = "runtime_recommended_stricter_route";

/** One thing that would change the route. */
export type Need =
  | { authorization_state: AuthorizationState }
  | { evidence_kind: EvidenceKind }
  | { fix: string }
  | { classify: "tool_category" }
  | { remove: string }
  | { approval_for: string };

/** What a host may do with a decision. */
export interface ExecutionPolicy {
  mode: Mode;
  execution_allowed: boolean;
  aana_allows_execution: boolean;
  reason: string;
  required_route: "accept";
}

/** The evidence that a decision names. */
export interface NamedEvidence {
  used: string[];
  /** How many there are, if not all are listed. A list holds a hundred; this holds for each `_total`. */
  used_total?: number;
  missing: string[];
  missing_total?: number;
  contradictory: string[];
  contradictory_total?: number;
}

/** What may be logged of a decision: codes, ids and key names, never a value. */
export interface AuditEvent {
  audit_event_version: "aana.audit_safe_decision.v1";
  route: Route;
  gate_decision: GateDecision;
  hard_blockers: Blocker[];
  reasons: DecisionReason[];
  aix_score: number;
  tool_name: string | null;
  tool_category: ToolCategory | null;
  effective_category: ToolCategory | null;
  risk_domain: RiskDomain | null;
  authorization_state: AuthorizationState | null;
  effective_authorization_state: AuthorizationState | null;
  evidence_refs: NamedEvidence;
  proposed_argument_keys: string[];
  proposed_argument_keys_total?: number;
  action_digest: string | null;
  request_id: string | null;
  agent_id: string | null;
  public_audit_log_allowed: boolean;
  raw_payload_logged: false;
  decided_at: string;
  validation_errors: { path: string; code: FaultCode }[];
  validation_errors_total?: number;
}

/** What the gate says about one proposed call. Plain data: it can be logged, sent and stored. */
export interface Decision {
  contract_version: "aana.agent_tool_precheck.v1";
  gate_version: string;
  /** The call runs only if this is `accept`. */
  route: Route;
  gate_decision: GateDecision;
  recommended_action: Route;
  /** Every rule that keeps the call from running. */
  hard_blockers: Blocker[];
  reasons: DecisionReason[];
  warnings: DecisionWarning[];
  /** How many there are, if not all are listed. A list holds a hundred; this holds for each `_total`. */
  warnings_total?: number;
  /** The faults of form in the event. */
  validation_errors: Fault[];
  validation_errors_total?: number;
  tool_name: string | null;
  tool_category: ToolCategory | null;
  authorization_state: AuthorizationState | null;
  risk_domain: RiskDomain | null;
  aana_route: Route;
  runtime_recommended_route: Route | null;
  candidate_gate: GateDecision;
  classification: {
    declared_category: ToolCategory | null;
    effective_category: ToolCategory | null;
    verb_class: VerbClass | null;
    high_risk: boolean | null;
    risk_level: RiskLevel | null;
    irreversible: boolean | null;
  };
  authorization_report: {
    declared_state: AuthorizationState | null;
    evidence_supported_state: AuthorizationState | null;
    effective_state: AuthorizationState | null;
    required_state: AuthorizationState | null;
  };
  evidence_integrity: {
    checked_ref_count: number;
    used_source_ids: string[];
    used_source_ids_total?: number;
    issues: EvidenceIssue[];
    issues_total?: number;
    missing_source_ids: string[];
    missing_source_ids_total?: number;
    contradictory_source_ids: string[];
    contradictory_source_ids_total?: number;
    public_audit_ready: boolean;
  };
  aix: {
    aix_version: "0.1";
    score: number;
    components: { P: number; F: number; C: number };
    decision: Route;
    hard_blockers: Blocker[];
  };
  /** Identifies the call that was decided; `null` if the event was not understood. */
  action_digest: string | null;
  /** What would change the decision. */
  recovery: { suggestion: string; needs: Need[]; needs_total?: number };
  execution_policy: ExecutionPolicy;
  audit_event: AuditEvent;
  architecture_decision: {
    route: Route;
    gate_decision: GateDecision;
    aix_score: number;
    hard_blockers: Blocker[];
    missing_evidence: string[];
    evidence_refs: NamedEvidence;
    authorization_state: AuthorizationState | null;
    tool_name: string | null;
    tool_category: ToolCategory | null;
    risk_domain: RiskDomain | null;
    recovery_suggestion: string;
    audit_event: AuditEvent;
  };
}
