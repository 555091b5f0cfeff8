// Building events: JavaScript's names in, the contract's names out.

import { own, put } from "./own.js";
import type { EvidenceRef, Freshness, ToolPrecheckEvent } from "./types.js";
import type {
  AuthorizationState,
  EvidenceKind,
  FreshnessStatus,
  RedactionStatus,
  RiskDomain,
  Route,
  SubjectType,
  ToolCategory,
  TrustTier,
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

/** A proposed tool call. */
export interface ToolPrecheckInput<Arguments = object> {
  toolName: string;
  toolCategory: ToolCategory;
  authorizationState: AuthorizationState;
  evidenceRefs: readonly (string | EvidenceRef)[];
  riskDomain: RiskDomain;
  proposedArguments: Arguments;
  recommendedRoute: Route;
  requestId?: string | undefined;
  agentId?: string | undefined;
  userIntent?: string | undefined;
  authorizationSubject?: string | { subjectType: SubjectType; subjectRef: string } | undefined;
}

/** Structured evidence. */
export interface EvidenceRefInput {
  sourceId: string;
  kind?: EvidenceKind | undefined;
  trustTier?: TrustTier | undefined;
  redactionStatus?: RedactionStatus | undefined;
  summary?: string | undefined;
  provenance?: string | undefined;
  retrievedAt?: string | Date | undefined;
  citationUrl?: string | undefined;
  supports?: readonly string[] | undefined;
  contradicts?: readonly string[] | undefined;
  freshness?:
    | {
        status?: FreshnessStatus | undefined;
        checkedAt?: string | Date | undefined;
        ageHours?: number | undefined;
        maxAgeHours?: number | undefined;
        source?: string | undefined;
      }
    | undefined;
}

const EVENT: { [name: string]: string } = {
  toolName: "tool_name",
  toolCategory: "tool_category",
  authorizationState: "authorization_state",
  evidenceRefs: "evidence_refs",
  riskDomain: "risk_domain",
  proposedArguments: "proposed_arguments",
  recommendedRoute: "recommended_route",
  requestId: "request_id",
  agentId: "agent_id",
  userIntent: "user_intent",
  authorizationSubject: "authorization_subject",
};

const SUBJECT: { [name: string]: string } = { subjectType: "subject_type", subjectRef: "subject_ref" };

const REF: { [name: string]: string } = {
  sourceId: "source_id",
  trustTier: "trust_tier",
  redactionStatus: "redaction_status",
  retrievedAt: "retrieved_at",
  citationUrl: "citation_url",
};

const FRESHNESS: { [name: string]: string } = {
  checkedAt: "checked_at",
  ageHours: "age_hours",
  maxAgeHours: "max_age_hours",
};

/**
 * The event of a proposed tool call. Nothing is checked here; a member that the contract does not
 * know keeps its name, so that the gate can point at it.
 */
export function toolPrecheckEvent<Arguments extends object>(
  input: ToolPrecheckInput<Arguments>,
): ToolPrecheckEvent<Arguments> {
  const event = renamed(input, EVENT);
  const subject = own(event, "authorization_subject");
  if (typeof subject === "object" && subject !== null) event["authorization_subject"] = renamed(subject, SUBJECT);
  return event as unknown as ToolPrecheckEvent<Arguments>;
}

/** A structured evidence ref. Dates are written as the contract wants them. */
export function toolEvidenceRef(input: EvidenceRefInput): EvidenceRef {
  const ref = renamed(input, REF);
  const freshness = own(ref, "freshness");
  if (typeof freshness === "object" && freshness !== null) {
    ref["freshness"] = renamed(freshness, FRESHNESS) as Freshness;
  }
  return ref as unknown as EvidenceRef;
}

function renamed(from: object, names: { [name: string]: string }): { [name: string]: unknown } {
  const to: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(from)) {
    // An absent member may be written as an undefined one.
    if (value === undefined) continue;
    put(to, Object.hasOwn(names, name) ? names[name]! : name, value);
  }
  return to;
}
