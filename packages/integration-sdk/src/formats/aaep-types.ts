// What the functions of `aaep` take and give.

import type { Gate, Now } from "../gate.js";
import type { Decision, EvidenceRef, Policy } from "../types.js";
import type { Severity } from "./report.js";

/** One broken rule. */
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
  findings: Finding[];
}

/** One broken rule in a stream. */
export interface StreamFinding extends Finding {
  /** Which item, from 0; the pointer is within it. */
  index: number;
}

/** What a reply to a confirmation comes to. */
export type ReplyEffect = "accept" | "reject" | "ignored";

/** Why. */
export type ReplyReason =
  | "first-valid"
  | "modified-action-unsupported"
  | "invalid"
  | "unknown-token"
  | "duplicate"
  | "late"
  | "cancelled"
  | "decision-not-allowed"
  | "sender-not-entitled";

/** What a reply in a stream did. */
export interface ReplyOutcome {
  index: number;
  effect: ReplyEffect;
  reason: ReplyReason;
}

/** What is said of a stream. */
export interface StreamReport {
  valid: boolean;
  findings: StreamFinding[];
  replies: ReplyOutcome[];
}

/** Who emits the events, as it stands in them. */
export interface Producer {
  /** A stable name, without a version. */
  agent_id: string;
  agent_version?: string;
  /** A name for people. */
  agent_name?: string;
}

/** What a new session is told. */
export interface SessionOptions {
  /** `sess_` and an id of the run. */
  sessionId: string;
  /** Who emits the events. */
  producer: { agentId: string; agentVersion?: string | undefined; agentName?: string | undefined };
  /** The subscriptions, `sub_...`, that may reply to a confirmation; without one nobody can. */
  subscriptions?: readonly string[] | undefined;
  /** The language of your texts, such as `es-419`. Words that you leave out are English. */
  language?: string | undefined;
  /** The operator's policy, or a gate that has it. */
  policy?: Policy | Gate | undefined;
}

/** When a step is taken; now if absent. */
export interface StepOptions {
  now?: Now | undefined;
}

/** Words for a person. Each is cleaned, cut to its limit, and dropped if it holds a secret. */
export interface Texts {
  /** One sentence: what, on what, for whom, how much. */
  summary?: string | undefined;
  /** Two to four words. */
  terse?: string | undefined;
  /** Exactly what will run, with its final values. */
  action?: string | undefined;
  /** What is lost if it is wrong, and how it can be undone. */
  consequence?: string | undefined;
  /** A question, where an argument or the intent is missing. It makes an `ask` a clarification. */
  question?: string | undefined;
}

/** How a call is proposed. */
export interface ProposeOptions extends StepOptions {
  /** The runtime's own id of the call. */
  runtimeId: string;
  /** The words. What is left out is made from the tool's name and arguments. */
  texts?: Texts | undefined;
}

/** What the transport knows about who sent a reply. */
export interface ReplyOptions extends StepOptions {
  /** The transport has made sure who it is. */
  authenticated: boolean;
  /** An operator's policy lets decisions by `auto:` and `system:` count as a person's. */
  mayDecideAutomatically?: boolean | undefined;
}

/** How a call ended. */
export type CallStatus = "success" | "error" | "timeout";

/** What is said of a call that ended. */
export interface CompleteOptions extends StepOptions {
  durationMs?: number | undefined;
  /** Dropped if it holds a secret, as `summary` is. */
  errorMessage?: string | undefined;
  summary?: string | undefined;
}

/** Why a call does not run. */
export type Stop =
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
  | "clock_went_back"
  | "decision_for_other_event"
  | "not_emittable";

/** What is to be done once the events were handed over. */
export type Next =
  /** The call may run, once; `complete` takes the id. */
  | { do: "run"; tool_call_id: string }
  /** Wait for a reply with this token; at the deadline, in Unix milliseconds, `expire`. */
  | { do: "await_reply"; reply_token: string; deadline_ms: number }
  /** Wait for an answer to the question. It is evidence and allows nothing. */
  | { do: "await_answer"; reply_token: string; deadline_ms: number }
  /** Go on with the run. */
  | { do: "continue" }
  /** The call does not run. */
  | { do: "stop"; why: Stop };

/** An AAEP event as it is emitted. Members beyond these are those of its `type`. */
export interface EmittedEvent {
  "@context": string | string[];
  aaep_version: string;
  /** `aaep:agent.tool.invoked` and the like. */
  type: string;
  event_id: string;
  session_id: string;
  sequence_number: number;
  timestamp: string;
  producer: Producer;
  urgency: "critical" | "normal" | "background";
  localization_hints?: { primary_language: string };
  summary_normal?: string;
  [more: string]: unknown;
}

/** What a step brought. */
export interface Step {
  /** The events to hand over, in this order, before anything else is done. */
  events: EmittedEvent[];
  next: Next;
}

/** What a proposal brought. */
export interface ProposeStep extends Step {
  /** The gate's decision about exactly this event. */
  decision: Decision;
}

/** What a reply brought. */
export interface ReplyStep {
  effect: ReplyEffect;
  reason: ReplyReason;
  /** None for a reply that is ignored. */
  events: EmittedEvent[];
  /** The evidence ref that records the reply; none for a reply that is ignored. */
  evidence?: EvidenceRef;
  /** The event with that evidence, as JSON text: to be proposed again. Nothing runs on a reply alone. */
  gate_again?: string;
}

/** A session as plain data, to be stored and taken up again. */
export interface SessionState {
  session_id: string;
  producer: Producer;
  subscriptions: string[];
  language?: string;
  next_sequence?: number;
  last_ms?: number | null;
  state?: "idle" | "thinking" | "deciding" | "awaiting_input" | "calling_tool" | "handing_off";
  ended?: boolean;
  /** The confirmation that waits for its reply. */
  pending?: {
    reply_token: string;
    event_id: string;
    tool_call_id: string;
    tool: string;
    action_digest: string;
    asked_ms: number;
    timeout_ms: number;
    validated: boolean;
  } | null;
  /** What a person allowed: one call, with these arguments, for a while. */
  grant?: { tool_call_id: string; action_digest: string; event_id: string; until_ms: number } | null;
  /** The tool of each open call. */
  open_calls?: { [toolCallId: string]: string };
  /** The action digest of each call that was asked about and is not over. */
  asked?: { [toolCallId: string]: string };
  /** Calls whose ids are not used again. */
  over?: string[];
}
