// What the functions of `aaep` give.
// Written by `cargo xtask gen` from `schemas/`; changes here are lost.

import type { Decision, EvidenceRef } from "../types.js";

/** How much a broken rule weighs: an `error` keeps a document from being taken. */
export type Severity = "error" | "warning";

/** One broken rule, and where. */
export interface Finding {
  /** The rule's name, such as `field.missing`; `aana codes` lists all. */
  rule: string;
  /** What is only a warning leaves the document valid. */
  severity: Severity;
  /** Where, as an RFC 6901 JSON pointer. */
  pointer: string;
  /** One sentence, without any value that could be a secret. */
  message: string;
}

/** What is said of one event or reply. */
export interface Report {
  /** No rule of severity `error` is broken. */
  valid: boolean;
  /** Every broken rule. */
  findings: Finding[];
}

/** One broken rule in a stream. */
export interface StreamFinding {
  /** Which item, from 0; the pointer is within it. */
  index: number;
  /** The rule's name, such as `field.missing`; `aana codes` lists all. */
  rule: string;
  /** What is only a warning leaves the document valid. */
  severity: Severity;
  /** Where, as an RFC 6901 JSON pointer. */
  pointer: string;
  /** One sentence, without any value that could be a secret. */
  message: string;
}

/** What a reply comes to: a yes or a no to a confirmation, an answer to a question, or nothing. */
export type ReplyEffect = "accept" | "reject" | "answer" | "ignored";

/** Why a reply comes to its effect. */
export type ReplyReason =
  | "first-valid"
  | "modified-action-unsupported"
  | "invalid"
  | "unknown-token"
  | "duplicate"
  | "late"
  | "cancelled"
  | "decision-not-allowed"
  | "sender-not-entitled"
  | "sender-not-named"
  | "sender-not-a-person"
  | "answer-not-accepted"
  | "session-not-open"
  | "clock-went-back"
  | "not-emittable";

/** What a reply in a stream did. */
export interface ReplyOutcome {
  /** Which item, from 0. */
  index: number;
  /** What it came to. */
  effect: ReplyEffect;
  /** Why. */
  reason: ReplyReason;
}

/** What is said of a stream, and what its replies did. */
export interface StreamReport {
  /** No rule of severity `error` is broken. */
  valid: boolean;
  /** Every broken rule. */
  findings: StreamFinding[];
  /** What each reply did. */
  replies: ReplyOutcome[];
}

/** Who emits the events, as it stands in them. */
export interface Producer {
  /** A stable name, without a version. */
  agent_id: string;
  /** The version. */
  agent_version?: string;
  /** A name for people. */
  agent_name?: string;
}

/** The language of the texts of an event. */
export interface LocalizationHints {
  /** A language tag, such as `es-419`. */
  primary_language: string;
}

/** An AAEP event as it is emitted. Members beyond these are those of its `type`. */
export interface EmittedEvent {
  /** The context of JSON-LD. */
  "@context": string | string[];
  /** The version of AAEP. */
  aaep_version: string;
  /** `aaep:agent.tool.invoked` and the like. */
  type: string;
  /** The id of the event. */
  event_id: string;
  /** The id of the run. */
  session_id: string;
  /** Its place in the run, from 0. */
  sequence_number: number;
  /** When it was emitted, RFC 3339. */
  timestamp: string;
  /** Who emits it. */
  producer: Producer;
  /** How soon a person has to know. */
  urgency: "critical" | "normal" | "background";
  /** The language of the texts of an event. */
  localization_hints?: LocalizationHints;
  /** One sentence for a person. */
  summary_normal?: string;
  [more: string]: unknown;
}

/** Why a call does not run. */
export type StopReason =
  | "refused"
  | "handed_off"
  | "needs_evidence"
  | "needs_authorization"
  | "nobody_can_reply"
  | "rejected"
  | "timed_out"
  | "call_is_over"
  | "busy"
  | "session_not_open"
  | "already_started"
  | "bad_session_id"
  | "bad_subscription_id"
  | "call_not_open"
  | "clock_went_back"
  | "decision_for_other_event"
  | "not_emittable";

/** The call may run, once. */
export interface Run {
  /** What to do. */
  do: "run";
  /** The id of the call in the events; `complete` takes it. */
  tool_call_id: string;
}

/**
 * Wait for a reply or an answer; from the deadline on, call `expire`. An answer to a question is evidence and
 * allows nothing.
 */
export interface Await {
  /** What to do. */
  do: "await_reply" | "await_answer";
  /** The token that the reply will hold. */
  reply_token: string;
  /** Unix milliseconds from which a reply is late. */
  deadline_ms: number;
}

/** Go on with the run. */
export interface Continue {
  /** What to do. */
  do: "continue";
}

/** The call does not run, or the operation did nothing. */
export interface Stop {
  /** What to do. */
  do: "stop";
  /** Why. */
  why: StopReason;
}

/** What is to be done once the events were handed over. */
export type Next = Run | Await | Continue | Stop;

/** What an operation brought: first hand over the events, then do what is `next`. */
export interface Step {
  /** The events to hand over, in this order, before anything else is done. */
  events: EmittedEvent[];
  /** What is to be done then. */
  next: Next;
  /** Of `not_emittable`: which member is wrong, and how. */
  fault?: string;
}

/** What a proposed call brought, with the decision about it. */
export interface ProposedStep {
  /** The events to hand over, in this order, before anything else is done. */
  events: EmittedEvent[];
  /** What is to be done then. */
  next: Next;
  /** Of `not_emittable`: which member is wrong, and how. */
  fault?: string;
  /** The gate's decision about exactly this event. */
  decision: Decision;
}

/** What a reply brought. */
export interface ReplyStep {
  /** What it came to. */
  effect: ReplyEffect;
  /** Why. */
  reason: ReplyReason;
  /** The events to hand over; none for a reply that is ignored. */
  events: EmittedEvent[];
  /** The evidence ref that records the reply; none for a reply that is ignored. */
  evidence?: EvidenceRef;
  /** The event with that evidence, as JSON text, to be proposed again. Nothing runs on a reply alone. */
  gate_again?: string;
}

/** A confirmation or a question that waits for its reply. */
export interface Pending {
  /** The token that the reply has to hold. */
  reply_token: string;
  /** The event that asked. */
  event_id: string;
  /** The call that it asked about. */
  tool_call_id: string;
  /** The name of the tool. */
  tool: string;
  /** The action that it asked about. */
  action_digest: string;
  /** When it asked. */
  asked_ms: number;
  /** For how long a reply counts. */
  timeout_ms: number;
  /** Whether the evidence so far validates the call, so that a yes confirms it. */
  validated: boolean;
}

/** What a person allowed: one call, with these arguments, for a while. */
export interface Grant {
  /** The call. */
  tool_call_id: string;
  /** The action. */
  action_digest: string;
  /** The event that asked. */
  event_id: string;
  /** Until when it counts. */
  until_ms: number;
}

/** A session as plain data, to be stored and taken up again. */
export interface SessionState {
  /** The id of the run. */
  session_id: string;
  /** Who emits the events. */
  producer: Producer;
  /** Those that may reply to a confirmation. */
  subscriptions: string[];
  /** The language of the texts. */
  language?: string;
  /** The number of the next event. */
  next_sequence?: number;
  /** When the last event was emitted. */
  last_ms?: number | null;
  /** What the agent is doing. */
  state?: "idle" | "thinking" | "deciding" | "awaiting_input" | "calling_tool" | "handing_off";
  /** Whether the last event was emitted. */
  ended?: boolean;
  /** The confirmation that waits for its reply. */
  pending?: Pending | null;
  /** The question that waits for its answer. */
  question?: Pending;
  /** What a person allowed. */
  grant?: Grant | null;
  /** The tool of each open call. */
  open_calls?: { [name: string]: string };
  /** The action digest of each call that was asked about and is not over. */
  asked?: { [name: string]: string };
  /** Calls that somebody agreed to without confirming them: nobody is asked again. */
  noted?: string[];
  /** Calls whose ids are not used again. */
  over?: string[];
}
