// What the functions of `aaep` take, in JavaScript's names. What they give is generated.

import type { Gate, Now } from "../gate.js";
import type { Policy } from "../types.js";
import type { ProposedStep } from "./aaep-shapes.js";

export type * from "./aaep-shapes.js";

/** What a proposal brought. */
export type ProposeStep = ProposedStep;

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
