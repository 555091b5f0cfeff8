// What the integrations take and give: a call, what the application says about a tool, and what becomes of the call.

import type {
  Attested,
  AuthorizationState,
  Decision,
  EvidenceRef,
  Gate,
  Policy,
  RiskDomain,
  Route,
  ToolCategory,
  ToolPrecheckEvent,
  ToolPrecheckInput,
} from "@aana/integration-sdk";
import type { Broker, Pending } from "@aana/integration-sdk/confirmation";
import type { FileUrl } from "../settings.js";

/** One proposed call. */
export interface Call {
  readonly toolName: string;
  readonly arguments: object;
  /**
   * The framework's name of the call, and what an approval is found by: while a question about one waits,
   * another call of that name does not run. A call without one cannot be approved.
   */
  readonly callId?: string | undefined;
  /** What the framework hands to a tool: its options, its config, the client. */
  readonly context?: unknown;
  /**
   * Whether whoever serves the tool marks it as acting, such as MCP's `readOnlyHint: false`. It can only make the
   * decision stricter: what the gate takes for a read is then a write.
   */
  readonly acts?: boolean | undefined;
}

/** A value, or a function of the call that finds it. The function sees copies of the arguments. */
export type Lookup<T> = T | ((call: Call) => T | PromiseLike<T>);

/** What a lookup of a person or an agent gives if nobody is known. */
export type Absent = null | undefined;

/** What was answered, and to what. */
export interface Answer {
  /** Nothing but `true` is a yes. */
  readonly approved: boolean;
  /** The id of the question. */
  readonly questionId: string;
  /** The digest of the action that the question is about. */
  readonly actionDigest: string;
}

/** What the application says about one tool. What is left out has the value that says least. */
export interface ToolRule {
  /** `unknown` if absent. */
  readonly toolCategory?: ToolCategory | undefined;
  /** `unknown` if absent. */
  readonly riskDomain?: RiskDomain | undefined;
  /** Who authorized the call; `none` if absent. */
  readonly authorizationState?: Lookup<AuthorizationState> | undefined;
  /** On what evidence; none if absent. */
  readonly evidenceRefs?: Lookup<readonly (string | EvidenceRef)[]> | undefined;
  /**
   * Which of the `evidenceRefs` you have checked yourself, see {@link Attested}. If absent: all of a list that is written
   * down here, and none of what a function finds for a call.
   */
  readonly attested?: Lookup<Attested> | undefined;
  /** On whose authority. */
  readonly authorizationSubject?: Lookup<ToolPrecheckInput["authorizationSubject"]> | undefined;
  /**
   * `false`: a tool stays what `toolCategory` says, even if its MCP server says that it acts. Otherwise one with
   * `readOnlyHint: false` or `destructiveHint: true` is a write. That it only reads is not believed.
   */
  readonly annotations?: boolean | undefined;
  /** The runtime's own recommendation, which can only make a decision stricter; `accept` if absent. */
  readonly recommendedRoute?: Lookup<Route> | undefined;
}

/** How a {@link ToolGate} works. */
export interface ToolGateOptions {
  /**
   * A gate, or the operator's policy, as an object or its JSON text; without one the contract's defaults hold. A string
   * is never the path of a file: a `file:` URL is, in Node.js.
   */
  readonly gate?: Gate | Policy | string | FileUrl | undefined;
  /**
   * With it, an `ask` goes to a person through the framework's own approval: it is who answers (`user:` and a
   * name), or a function of the call that says so. Making sure that it is this person who answers is the
   * application's part. Where the function gives no such text, nobody answers, and a yes confirms nothing. Without
   * it, an `ask` blocks.
   */
  readonly approvedBy?: string | ((call: Call) => string | Absent | PromiseLike<string | Absent>) | undefined;
  /**
   * Where the questions wait: in memory if absent. For approvals that come after a restart, one with a file. It asks where
   * this gate says `ask`; a policy that it was given itself has a say beside it.
   */
  readonly broker?: Broker | undefined;
  /** Gets every decision before anything runs, for the audit log. If it throws or rejects, nothing runs. */
  readonly onDecision?: ((decision: Decision) => unknown) | undefined;
  /** Which agent it is, in events. */
  readonly agentId?: string | undefined;
}

/** The call may run, once, with these arguments: frozen copies of exactly what was checked. */
export interface Run {
  readonly do: "run";
  readonly toolName: string;
  readonly arguments: object;
}

/** The call does not run. */
export interface Blocked {
  readonly do: "block";
  readonly toolName: string;
  /** For the model: why, and what is needed. It holds no value of the call. */
  readonly message: string;
  /** What the gate said; `undefined` if it could not be asked. */
  readonly decision: Decision | undefined;
}

/** A person is to be asked. */
export interface Ask {
  readonly do: "ask";
  readonly toolName: string;
  readonly question: Pending;
  /**
   * Whether this question was there already. An answer that a framework has before the question was put is an
   * answer to something else.
   */
  readonly askedBefore: boolean;
  readonly decision: Decision;
  /** What was checked. */
  readonly event: ToolPrecheckEvent;
  /** Which of its evidence refs the rule of the tool vouches for. */
  readonly attested: Attested;
}
