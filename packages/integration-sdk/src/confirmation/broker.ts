// The broker: asks people, and takes their answers.

import { type Attested, attestedIn } from "../attested.js";
import { digits, freshDigits } from "../digits.js";
import { answer as answered, settingsFor, small } from "../formats/engine.js";
import { milliseconds, optionText, valueText, word } from "../formats/given.js";
import type { Gate, Now } from "../gate.js";
import { members, own } from "../own.js";
import type { Settings } from "../settings.js";
import { write } from "../stringify.js";
import type { Decision, EvidenceRef, Policy, ToolPrecheckEvent } from "../types.js";
import type { Blocker } from "../words.js";
import { wrongUse } from "../wrong-use.js";
import { SqliteStore } from "./sqlite.js";
import { about, closeExpired, type Store, type Stored } from "./store.js";
import type { Question, State, Why, WhyNotAsked } from "./types.js";

/** How a broker works. */
export interface BrokerOptions {
  /** Where the questions wait: a store, or the path of a SQLite file. */
  store?: Store | string | undefined;
  /** How long a question waits, in milliseconds: from a second to seven days; ten minutes if absent. */
  ttlMs?: number | undefined;
  /** Whether the store keeps the events. Without them, whoever answers brings the event along. */
  keepEvents?: boolean | undefined;
  /**
   * 32 secret bytes that make the digests by which masked secrets are told apart; random if absent, so give the
   * same to brokers whose questions are compared.
   */
  maskKey?: Uint8Array | undefined;
  /** Whether the agent that asks, the event's `agent_id`, may say yes itself; it may not if absent. */
  allowSelfApproval?: boolean | undefined;
}

/** An answer, and what is known about where it comes from. */
export interface Answer {
  decision: "accept" | "reject";
  /** Who decided: `user:` and a name for a person. */
  by: string;
  /** The token of the question. */
  token?: string | undefined;
  /** Your own word that you have made sure who it is. */
  authenticated?: boolean | undefined;
  /** The digest of the question that the person saw: with another one, nothing is confirmed. */
  actionDigest?: string | undefined;
  /**
   * What is to run now; if absent, what the store kept. Only the action that was shown is confirmed, with the
   * evidence and the authorization that it had.
   */
  event?: ToolPrecheckEvent | object | undefined;
  /** When the answer was given, if that is not now. */
  at?: Now | undefined;
  /** The time; now if absent. */
  now?: Now | undefined;
  /** @internal Whose `ask` it was: it decides instead of a broker that was given no policy. */
  gate?: Gate | undefined;
}

/** A question that waits for its answer. */
export interface Pending {
  id: string;
  tool: string;
  actionDigest: string;
  createdAt: Date;
  expiresAt: Date;
  question: Question;
  /**
   * Proves that an answer comes from where the question went: give it to the person's channel, never to the
   * agent. It is there only when the question is asked, and is kept nowhere.
   */
  token?: string;
}

/**
 * Somebody said yes to exactly this action. Run the tool only if `executes`: nothing runs on an answer alone.
 */
export interface Confirmed {
  confirmed: true;
  id: string;
  /** Whether the gate accepts the call with the approval. */
  executes: boolean;
  /** What the gate says to the event with the approval. */
  decision: Decision;
  evidence: EvidenceRef;
  /**
   * The event with the approval as JSON text, in which every number keeps its digits. `JSON.parse` rounds integers
   * beyond 2^53: what was approved is this text, or the `event` that was given with the answer.
   */
  eventJson: string;
  /** Which of its evidence refs the host has checked itself, the approval among them: for a gate that decides again. */
  attested: Attested;
}

/** How a question is asked. */
export interface AskOptions {
  /** The time; now if absent. */
  now?: Now | undefined;
  /**
   * The refs of the event that you have checked yourself, see {@link Attested}; none if absent. The question keeps them,
   * so that they count when the answer comes.
   */
  attested?: Attested | undefined;
  /**
   * @internal Whose `ask` it is, of a `ToolGate` that asks through this broker. A policy that the broker was given has a say
   * beside it: it may keep a call to which a yes would be enough for that gate.
   */
  gate?: Gate | undefined;
}

/** The answer confirms nothing. */
export interface NotConfirmed {
  confirmed: false;
  id: string;
  executes: false;
  why: Why;
  message: string;
  /** What became of the question; `undefined` if there is none. */
  state: State | undefined;
}

/** There is nothing to ask. */
export class NotAskedError extends Error {
  override readonly name = "NotAskedError";

  constructor(
    readonly why: WhyNotAsked,
    message: string,
    /** With `not_enough`, what would keep the call after a yes. */
    readonly remaining: readonly Blocker[],
    /** The gate's decision. */
    readonly decision: Decision,
  ) {
    super(message);
  }
}

const FILE = "aana-confirmations.sqlite3";
/** More than one, so that they become fewer, and few, so that nobody waits for that. */
const MAX_EXPIRED = 16;
const OPTIONS = ["store", "ttlMs", "keepEvents", "maskKey", "allowSelfApproval"] as const;
const ASK = ["now", "attested", "gate"] as const;
const ANSWER = ["decision", "by", "token", "authenticated", "actionDigest", "event", "at", "now", "gate"] as const;

interface OwnRecord {
  id: string;
  state: State;
  action_digest: string;
  created_at: string;
  expires_at: string;
  question: Question;
  event?: string;
}
interface AskResult {
  error?: string;
  pending?: OwnRecord;
  token: string;
  not_asked?: { why: WhyNotAsked; message: string; remaining: Blocker[]; decision: Decision };
}
type CheckedAnswer = { error?: string } & (
  | { confirmed: true; closes: State; evidence: EvidenceRef; event: string; attested: readonly number[] }
  | { confirmed: false; closes: State | null; why: Why; message: string }
);

/**
 * Asks people about calls for which the gate says `ask`, and turns their answers into approvals that are
 * bound to exactly the action that was shown.
 *
 * @example
 * const broker = new Broker(gate, { store: "confirmations.sqlite3" });
 * const pending = await broker.ask(event);
 * // Show `pending.question`, hand `pending.token` to whoever is to answer, and then give what is to run as well:
 * const answer = await broker.answer(pending.id, { decision: "accept", by: "user:ada", token, event });
 * if (answer.executes) run(event.proposed_arguments);
 */
export class Broker {
  readonly #settings: Settings;
  readonly #store: Store;
  readonly #options: { ttl_ms?: number; keep_event: boolean; mask_key: string };
  readonly #allowSelfApproval: boolean;
  /** Whether it was given a gate or a policy of its own. */
  readonly #hasGate: boolean;

  /**
   * A broker that is given neither a gate nor a policy decides by the contract's defaults, or, in a `ToolGate`, by that
   * gate alone.
   *
   * @throws {PolicyError} if the policy has faults.
   */
  constructor(gate?: Gate | Policy, options?: BrokerOptions) {
    this.#settings = settingsFor(small, gate);
    this.#hasGate = gate !== undefined;
    // A faulty policy throws here, and not when the first question is asked.
    this.#check("{}", 0);
    const given = members("options", options, OPTIONS);
    const { store = FILE, ttlMs, keepEvents = true, maskKey, allowSelfApproval = false } = given;
    if (typeof keepEvents !== "boolean") throw wrongUse("keepEvents", keepEvents, "a boolean is allowed");
    if (typeof allowSelfApproval !== "boolean") {
      throw wrongUse("allowSelfApproval", allowSelfApproval, "a boolean is allowed");
    }
    if (maskKey !== undefined && !(maskKey instanceof Uint8Array && maskKey.length === 32)) {
      throw new TypeError("`maskKey` has to be 32 bytes");
    }
    this.#store = typeof store === "string" ? new SqliteStore(store) : store;
    const ttl = ttlMs === undefined ? {} : { ttl_ms: milliseconds("ttlMs", ttlMs) };
    const mask_key = maskKey === undefined ? freshDigits(32) : digits(maskKey);
    this.#options = { ...ttl, keep_event: keepEvents, mask_key };
    this.#allowSelfApproval = allowSelfApproval;
  }

  /**
   * Asks about an event for which the gate's decision is `ask`. Of the questions that are over, some are closed on
   * the way.
   *
   * @throws {NotAskedError} for every other one, and where a yes would not let the call run.
   */
  async ask(event: ToolPrecheckEvent | object, options?: AskOptions): Promise<Pending> {
    const given = members("options", options, ASK);
    const now = moment(given.now);
    const attested = Array.from(attestedIn(given.attested) ?? []);
    const asks = given.gate === undefined ? this.#settings : settingsFor(small, given.gate);
    const { policy, mode, maxLength } = asks;
    const { text, faults } = write(event, maxLength);
    if (faults !== undefined) {
      const refused = answered(small, (engine) => engine.refuse(policy, mode, faults, now));
      throw notAsked("not_askable", refused as Decision);
    }
    const request = JSON.stringify({ ids: [freshDigits(16), freshDigits(16)], attested, ...this.#options });
    const asked = ({ policy, mode }: Settings): AskResult =>
      read<AskResult>(answered(small, (engine) => engine.confirmationAsk(policy, mode, text, now, request)));
    const said = asked(asks);
    const hasSay = this.#hasGate && asks !== this.#settings;
    const besides = hasSay ? asked(this.#settings).not_asked : undefined;
    const not = said.not_asked ?? (besides?.why === "not_needed" ? undefined : besides);
    if (not !== undefined || said.pending === undefined) {
      const { why, message, remaining, decision } = not!;
      throw new NotAskedError(why, message, remaining, decision);
    }
    const { event: _, ...record } = said.pending;
    const kept = own(said.pending, "event") as string | undefined;
    const pending = { ...pendingOf(record), token: said.token };
    const expiresMs = pending.expiresAt.getTime();
    // Before the new one: if this fails, nobody is asked.
    await closeExpired(this.#store, now, MAX_EXPIRED);
    await this.#store.add({ id: pending.id, state: record.state, expiresMs, record: JSON.stringify(record), event: kept });
    return pending;
  }

  /** The questions that wait, the one that ends first in front. What is over is closed on the way. */
  async pending(options?: { now?: Now | undefined }): Promise<Pending[]> {
    const now = momentIn(options);
    return (await this.#waiting(await this.#store.open(), now)).map(pendingIn);
  }

  /**
   * The question that waits about the event with this `request_id`; of several, the one that ends first. It is
   * found only if the store keeps the events.
   */
  async pendingByRequestId(requestId: string, options?: { now?: Now | undefined }): Promise<Pending | undefined> {
    const wanted = word("requestId", requestId);
    const now = momentIn(options);
    const [found] = await this.#waiting(await about(this.#store, wanted), now);
    return found === undefined ? undefined : pendingIn(found);
  }

  /** Takes the answer to a question. */
  async answer(id: string, answer: Answer): Promise<Confirmed | NotConfirmed> {
    const said = members("answer", answer, ANSWER);
    const now = moment(said.now);
    const name = word("id", id);
    const authenticated = said.authenticated ?? false;
    if (typeof authenticated !== "boolean") throw wrongUse("authenticated", authenticated, "a boolean is allowed");
    const by = word("by", said.by);
    const given = optionText("answer", {
      id: name,
      decision: word("decision", said.decision),
      by,
      token: said.token === undefined ? undefined : word("token", said.token),
      at: said.at === undefined ? undefined : milliseconds("at", said.at),
      authenticated,
      action_digest: said.actionDigest === undefined ? undefined : word("actionDigest", said.actionDigest),
      allow_self_approval: this.#allowSelfApproval,
    });
    const stored = await this.#store.get(name);
    if (stored === undefined) return notConfirmed(name, "unknown", undefined);
    const settings = said.gate === undefined || this.#hasGate ? this.#settings : settingsFor(small, said.gate);
    const evaluated = this.#evaluate(stored, given, said.event, now, settings.maxLength);
    let outcome: Confirmed | NotConfirmed;
    if (evaluated.confirmed) {
      const { evidence, event: eventJson, attested } = evaluated;
      const decision = this.#check(eventJson, now, attested, settings);
      outcome = { confirmed: true, id: name, executes: decision.route === "accept", decision, evidence, eventJson, attested };
    } else {
      const { why, message } = evaluated;
      outcome = { confirmed: false, id: name, executes: false, why, message, state: evaluated.closes ?? stored.state };
    }
    // Nothing but `true` says that it was this answer which closed the question.
    if (evaluated.closes === null || (await this.#store.close(name, evaluated.closes, by, now)) === true) return outcome;
    if (!outcome.confirmed && outcome.why === "expired") return outcome;
    // Closed meanwhile by another answer.
    return notConfirmed(name, "reused", (await this.#store.get(name))?.state);
  }

  /** Those that are not over; what is over is closed. */
  async #waiting(found: Stored[], now: number): Promise<Stored[]> {
    const waiting: Stored[] = [];
    for (const stored of found) {
      if (now >= stored.expiresMs) await this.#store.close(stored.id, "expired", undefined, now);
      else waiting.push(stored);
    }
    return waiting;
  }

  #check(event: string, now: number, attested?: Attested, { policy, mode } = this.#settings): Decision {
    const refs = attestedIn(attested);
    return answered(small, (engine) => engine.confirmationCheck(policy, mode, event, now, refs)) as Decision;
  }

  #evaluate(stored: Stored, given: string, event: object | undefined, now: number, maxLength: number): CheckedAnswer {
    // What is not JSON is another event than the one that was asked about.
    const text = event === undefined ? stored.event : (valueText(event, maxLength).text ?? "");
    return read<CheckedAnswer>(
      answered(small, (engine) => engine.confirmationAnswer(stored.record, stored.state, given, text, now)),
    );
  }
}

/** What the module says, in an object that inherits nothing. */
function read<T extends { error?: string }>(said: unknown): T {
  const found = Object.assign(Object.create(null), said) as T;
  if (found.error !== undefined) throw new TypeError(found.error);
  return found;
}

function momentIn(options: { now?: Now | undefined } | undefined): number {
  return moment(members("options", options, ["now"]).now);
}

function moment(now: Now | undefined): number {
  return now === undefined ? Date.now() : milliseconds("now", now);
}

function pendingOf(record: OwnRecord): Pending {
  return {
    id: record.id,
    tool: record.question.tool,
    actionDigest: record.action_digest,
    createdAt: new Date(record.created_at),
    expiresAt: new Date(record.expires_at),
    question: record.question,
  };
}

function pendingIn(stored: Stored): Pending {
  return pendingOf(JSON.parse(stored.record) as OwnRecord);
}

function notAsked(why: WhyNotAsked, decision: Decision): NotAskedError {
  return new NotAskedError(why, "the gate does not ask about this call, so a yes would change nothing", [], decision);
}

function notConfirmed(id: string, why: Why, state: State | undefined): NotConfirmed {
  const said = read<CheckedAnswer>(answered(small, (engine) => engine.confirmationNotConfirmed(why)));
  if (said.confirmed) throw new TypeError("there is no such reason");
  return { confirmed: false, id, executes: false, why: said.why, message: said.message, state };
}
