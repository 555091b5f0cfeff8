// The producer of AAEP events: what a gate's decisions sound like to the person that they concern.

import { freshDigits } from "../digits.js";
import type { Gate, Now } from "../gate.js";
import { members, own } from "../own.js";
import { MAX_EVENT_BYTES, type Settings } from "../settings.js";
import type { Policy, ToolPrecheckEvent } from "../types.js";
import { wrongUse } from "../wrong-use.js";
import type {
  CallStatus,
  CompleteOptions,
  ProposeOptions,
  ProposeStep,
  ReplyOptions,
  ReplyStep,
  SessionOptions,
  SessionState,
  Step,
  StepOptions,
} from "./aaep-types.js";
import { answer, ask, settingsFor, small } from "./engine.js";
import { documentText, type JsonDocument, milliseconds, named, type Names, optionText, valueText, word } from "./given.js";

const SESSION: Names = {
  sessionId: "session_id",
  producer: ["producer", (it) => named("producer", it, PRODUCER)],
  subscriptions: ["subscriptions", (it) => [...(it as Iterable<string>)]],
  language: "language",
};
const PRODUCER: Names = { agentId: "agent_id", agentVersion: "agent_version", agentName: "agent_name" };
const TEXTS: Names = {
  summary: "summary",
  terse: "terse",
  action: "action",
  consequence: "consequence",
  question: "question",
};
const NOW: Names = { now: ["now", (it) => milliseconds("now", it)] };
const PROPOSE: Names = {
  ...NOW,
  runtimeId: ["runtime_id", (it) => word("runtimeId", it)],
  texts: ["texts", (it) => named("texts", it, TEXTS)],
};
const SENDER: Names = { authenticated: "authenticated", mayDecideAutomatically: "may_decide_automatically" };
const COMPLETE: Names = { ...NOW, durationMs: "duration_ms", errorMessage: "error_message", summary: "summary" };

/** As many ids as one step can need. */
const IDS = 6;

/** Ids of 128 random bits. */
function freshIds(): string[] {
  return Array.from({ length: IDS }, () => freshDigits(16));
}

/**
 * One run of an agent, as its events tell it: ids, the sequence, the state, the open confirmation. It does
 * nothing by itself. Each step gives the events to hand to the transport and what is to be done next; a
 * call runs only after `next.do` is `run`, and only when the events that came with it were handed over. A
 * step that cannot be done changes nothing and says `stop`.
 *
 * @example
 * const session = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" }, subscriptions: ["sub_1"] });
 * const { events } = session.start("Answering a question.");
 * const step = session.propose(event, { runtimeId: "call-7" });
 * if (step.next.do === "run") {
 *   // Hand over `step.events`, run the tool, then:
 *   session.complete(step.next.tool_call_id, "success");
 * }
 */
export class Session {
  readonly #settings: Settings;
  #state: string;

  /** @throws {PolicyError} if the policy has faults. */
  constructor(options: SessionOptions) {
    const { policy: _, ...rest } = { ...options };
    const { policy } = members("options", options, ["policy"]);
    const session = named("options", rest, SESSION);
    if (!("session_id" in session)) throw wrongUse("sessionId", undefined, "a string is allowed");
    if (!("producer" in session)) throw wrongUse("producer", undefined, "an object with `agentId` is allowed");
    this.#state = optionText("options", { subscriptions: [], ...session });
    this.#settings = settingsFor(small, policy);
    this.#expectOpenable();
  }

  /**
   * Takes up a session from what `toJSON` gave, an object or its JSON text: after a restart, or in
   * another process. The policy is not a part of it. Whoever can write the state can allow calls: keep it where
   * only you can.
   */
  static restore(state: SessionState | string, options?: { policy?: Policy | Gate | undefined }): Session {
    const { text, faults } = documentText("state", state);
    if (faults !== undefined) throw new TypeError("`state` cannot be written as JSON; what `toJSON` gave is allowed");
    const { policy } = members("options", options, ["policy"]);
    const session = new Session({ sessionId: "sess_", producer: { agentId: "-" }, policy });
    session.#state = text;
    session.#expectOpenable();
    return session;
  }

  /** The session as plain data: to be stored after each step, before its events are handed over. */
  toJSON(): SessionState {
    return JSON.parse(this.#state) as SessionState;
  }

  /** The confirmation or question that waits for its reply: its token and its deadline in Unix milliseconds. */
  get pending(): { reply_token: string; deadline_ms: number } | undefined {
    const { pending, question } = members("state", this.toJSON(), ["pending", "question"]);
    const open = pending ?? question;
    if (open === undefined) return undefined;
    return { reply_token: open.reply_token, deadline_ms: open.asked_ms + open.timeout_ms };
  }

  /** The first event. `summary` says in one sentence what the run is about. */
  start(summary: string, options: StepOptions = {}): Step {
    return this.#step("start", { summary: word("summary", summary), ...named("options", options, NOW) });
  }

  /**
   * Gates a call and announces what was decided. Only `run` lets it run, and only once. After an accepted
   * reply, call this again with `gate_again` and the same `runtimeId`. What is not an event is refused.
   */
  propose(event: ToolPrecheckEvent | JsonDocument, options: ProposeOptions): ProposeStep {
    const known = named("options", options, PROPOSE);
    if (!("runtime_id" in known)) throw wrongUse("runtimeId", undefined, "a string is allowed");
    return this.#step("propose", { ...known, ...this.#event(event) });
  }

  /**
   * Takes a reply to a confirmation or a question at the moment when it arrived; `event` is the one that was asked
   * about. A yes becomes evidence, and `gate_again` has to be proposed. The token is used up by the first valid reply.
   * A yes counts only with a person in `decided_by`: `sender-not-named` and `sender-not-a-person` leave the token open.
   * The answer to a question allows nothing; what it says is its `response`.
   */
  reply(reply: JsonDocument, event: ToolPrecheckEvent | JsonDocument, options: ReplyOptions): ReplyStep {
    const { now: _, ...sender } = { ...options };
    const { now } = members("options", options, ["now"]);
    // What is not JSON is an invalid reply, or another event than the one that was asked about.
    const { text = "" } = documentText("reply", reply, MAX_EVENT_BYTES);
    const { text: about = "" } = documentText("event", event, this.#settings.maxLength);
    return this.#step("reply", {
      ...named("options", { now }, NOW),
      reply: text,
      event: about,
      sender: named("options", sender, SENDER),
    });
  }

  /** Nobody answered: at or after the deadline the confirmation or question is over. Before it, nothing happens. */
  expire(options: StepOptions = {}): Step {
    return this.#step("expire", named("options", options, NOW));
  }

  /** A call that ran is over. */
  complete(toolCallId: string, status: CallStatus, options: CompleteOptions = {}): Step {
    const call = { tool_call_id: word("toolCallId", toolCallId), status: word("status", status) };
    return this.#step("complete", { ...named("options", options, COMPLETE), ...call });
  }

  /** The last event: the run came to its end. Calls have to be complete. */
  finish(summary: string, options: StepOptions = {}): Step {
    return this.#step("finish", { summary: word("summary", summary), ...named("options", options, NOW) });
  }

  /** The last event: the run was broken off. An open confirmation is void. */
  cancel(by: "user" | "producer" | "timeout" | "system", reason: string, summary: string, options: StepOptions = {}): Step {
    const why = { by: word("by", by), reason: word("reason", reason), summary: word("summary", summary) };
    return this.#step("cancel", { ...named("options", options, NOW), ...why });
  }

  /** An event that no text can be made of goes with its faults, and is refused. */
  #event(event: unknown): { event: string } | { faults: unknown } {
    const { text, faults } = valueText(event, this.#settings.maxLength);
    if (faults === undefined) return { event: text };
    return { faults: JSON.parse(ask(small, (engine) => engine.hostFaults(faults))) };
  }

  /** Whether the options, or a stored state, are those of a session: a step that does nothing tells. */
  #expectOpenable(): void {
    this.#ask({ op: "expire", now: 0, ids: freshIds() });
  }

  #step<T extends object>(op: string, request: object): T {
    const { session, ...step } = this.#ask({ now: Date.now(), ...request, op, ids: freshIds() });
    this.#state = JSON.stringify(session);
    return step as T;
  }

  #ask(request: object): { session: object; [more: string]: unknown } {
    const text = optionText("options", request);
    const { policy, mode } = this.#settings;
    const said = answer(small, (engine) => engine.aaepSessionStep(policy, mode, this.#state, text)) as {
      session: object;
    };
    const error = own(said, "error");
    if (error !== undefined) throw new TypeError(String(error));
    return said;
  }
}
