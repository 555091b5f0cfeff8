// What the integrations share: what a tool is, the decision about one call, and the question about it.
//
// Each integration does the same three things. It calls `check` with the arguments that would run; for an
// `Ask` it lets its framework ask; when that has an answer, it calls `settle`, which turns it into an approval
// of exactly this action and asks the gate again. Only a `Run` runs, with the arguments that it holds.
//
// The package is imported by its own name: which module decides is a matter of the platform, and its `exports`
// know that.

import {
  type Attested,
  type Decision,
  type FaultCode,
  Gate,
  GateNotReadyError,
  PolicyError,
  shouldExecuteTool,
  toolPrecheckEvent,
  type ToolPrecheckEvent,
  validateToolPrecheckEventJson,
} from "@aana/integration-sdk";
import { Broker, MemoryStore, type NotAskedError, type Pending, type Store } from "@aana/integration-sdk/confirmation";
import { allOf, attestedIn } from "../attested.js";
import { members, own } from "../own.js";
import { maxLengthOf } from "../settings.js";
import { InvalidValue } from "../shape.js";
import { snapshot } from "../snapshot.js";
import { wrongUse } from "../wrong-use.js";
import { shownName } from "../shown.js";
import { ALTERED, noApproval, say, sayFailed, sayInVain, sayNotEnough } from "./say.js";
import type { Absent, Answer, Ask, Blocked, Call, Lookup, Run, ToolGateOptions, ToolRule } from "./types.js";

export type { Answer, Ask, Blocked, Call, Lookup, Run, ToolGateOptions, ToolRule } from "./types.js";

/**
 * The gate in front of a framework's tools.
 *
 * It is told what each tool is, by its name; a tool that is not listed is of unknown category, and the gate
 * decides accordingly. Each call is decided by itself, and whatever fails on the way, blocks.
 *
 * A tool that is listed and that nobody registers is a mistake in most cases, such as a name that was written in another
 * way. Where a wrapper is given all tools at once, it throws a `TypeError` for it: name the tools that another wrapper of
 * the same gate registers in its `elsewhere`. Where tools come one by one, call {@link ToolGate.assertRegistered} when
 * they are all known.
 *
 * @example
 * const gate = new ToolGate({ search_docs: { toolCategory: "public_read", riskDomain: "research" } });
 * const outcome = await gate.check({ toolName: "search_docs", arguments: { query: "leave" } });
 * if (outcome.do === "run") search(outcome.arguments);
 */
export class ToolGate {
  readonly #tools: ReadonlyMap<string, ToolRule>;
  readonly #gate: Gate;
  readonly #broker: Broker | undefined;
  /** Says to a broker of the application's whose `ask` it is. */
  readonly #asksBy: { readonly gate?: Gate } = {};
  /** Tells whether a yes would be enough for this gate, where the broker cannot. */
  readonly #probe: Broker | undefined;
  readonly #options: ToolGateOptions;
  /** The questions of this process, for a store that does not keep the events. */
  readonly #asked = new Map<string, Pending>();

  /**
   * @throws {PolicyError} if the policy has faults.
   * @throws {TypeError} for an `approvedBy` that is neither the name of a person nor a function.
   */
  constructor(tools: { readonly [toolName: string]: ToolRule }, options?: ToolGateOptions) {
    this.#options = members("options", options, ["gate", "approvedBy", "broker", "onDecision", "agentId"]);
    const { gate, approvedBy, broker } = this.#options;
    if (approvedBy !== undefined && typeof approvedBy !== "function" && personIn(approvedBy) === undefined) {
      throw wrongUse("approvedBy", approvedBy, "the name of a person, not blank, or a function of the call is allowed");
    }
    this.#tools = new Map(Object.entries(tools).map(([name, rule]) => [name, written(rule)]));
    this.#gate = gate instanceof Gate ? gate : new Gate(gate);
    if (approvedBy === undefined) return;
    this.#broker = broker ?? new Broker(this.#gate, { store: new MemoryStore() });
    if (broker instanceof Broker) this.#asksBy = { gate: this.#gate };
    // It came by `require`, and does not know this gate.
    else if (broker !== undefined) this.#probe = new Broker(this.#gate, { store: NOWHERE });
  }

  /**
   * Throws if a tool is listed that is not among the registered ones. `elsewhere` are the tools of this gate that are
   * registered somewhere else, for an agent of its own.
   *
   * @throws {TypeError} for a listed tool that nobody registered.
   */
  assertRegistered(registered: Iterable<string>, elsewhere: Iterable<string> = []): void {
    const here = namesIn("registered", registered);
    const known = new Set([...here, ...namesIn("elsewhere", elsewhere)]);
    const missing = [...this.#tools.keys()].filter((name) => !known.has(name));
    if (missing.length === 0) return;
    const shown = (names: readonly string[]): string => names.map((name) => `\`${shownName(name)}\``).join(", ");
    throw new TypeError(
      `the gate lists ${shown(missing)}, which nobody registered; registered: ${shown(here) || "none"}. ` +
        "Correct the name, or name the tool in `elsewhere`",
    );
  }

  /** What was said about a tool. */
  rule(toolName: string): ToolRule {
    return this.#tools.get(toolName) ?? UNKNOWN;
  }

  /** Decides about a call. Never rejects: what fails, blocks. */
  async check(call: Call): Promise<Run | Ask | Blocked> {
    try {
      const given = members("call", call, CALL);
      // First of all: what comes later must see what is checked, and change nothing of it.
      return await this.#decide({ ...given, arguments: snapshot(given.arguments, maxLengthOf(this.#gate)) as object }, given.arguments);
    } catch (error) {
      return failed(call, error, this);
    }
  }

  /**
   * Takes the framework's answer to an `Ask` that `check` just gave. A yes counts only if it names the question and
   * the action of that `Ask`. A yes that names another question, or none, confirms nothing, and the question stays
   * open. Anything else is a no. Never rejects.
   */
  async settle(call: Call, ask: Ask, answer: Answer | undefined): Promise<Run | Blocked> {
    try {
      const given = members("call", call, CALL);
      return await this.#settle(given, members("ask", ask, ASK), members<Answer, keyof Answer>("answer", answer, ANSWER));
    } catch (error) {
      return failed(call, error, this);
    }
  }

  async #decide(call: Call, given: object): Promise<Run | Ask | Blocked> {
    const { toolName, callId } = call;
    const rule = members("rule", this.rule(toolName), RULE);
    const evidenceRefs = (await found(rule.evidenceRefs, call)) ?? [];
    const attested = (await found(rule.attested, call)) ?? [];
    const proposed = toolPrecheckEvent({
      toolName,
      toolCategory: rule.toolCategory ?? "unknown",
      riskDomain: rule.riskDomain ?? "unknown",
      authorizationState: (await found(rule.authorizationState, call)) ?? "none",
      evidenceRefs,
      authorizationSubject: await found(rule.authorizationSubject, call),
      recommendedRoute: (await found(rule.recommendedRoute, call)) ?? "accept",
      proposedArguments: call.arguments,
      requestId: callId,
      agentId: this.#options.agentId,
    });
    const event = this.#marked(proposed, call, rule, attested);
    const { decision, executes, watches } = await this.#decided(event, attested);
    if (watches) return { do: "run", toolName, arguments: given };
    const asked = await this.#question(callId);
    if (asked !== undefined && asked.actionDigest !== decision.action_digest) {
      // A person was asked about this call, and it has become another one.
      return blocked(this, toolName, decision, ALTERED);
    }
    if (executes) return { do: "run", toolName, arguments: call.arguments };
    if (decision.route !== "ask" || this.#broker === undefined || callId === undefined) {
      return blocked(this, toolName, decision);
    }
    if (asked !== undefined) return { do: "ask", toolName, question: asked, askedBefore: true, decision, event, attested };
    try {
      await this.#probe?.ask(event, { attested });
      // The token is for another way of answering than the framework's.
      const { token: _, ...question } = await this.#broker.ask(event, { attested, ...this.#asksBy });
      this.#keep(callId, question);
      return { do: "ask", toolName, question, askedBefore: false, decision, event, attested };
    } catch (error) {
      if (!isNotAsked(error)) throw error;
      return { do: "block", toolName, message: sayInVain(listed(toolName, this), decision, error), decision };
    }
  }

  async #settle(call: Call, ask: Omit<Ask, "do">, given: Answer): Promise<Run | Blocked> {
    const { question, askedBefore, event, attested, toolName } = ask;
    const broker = this.#broker;
    if (broker === undefined) throw new TypeError("there is nobody to ask");
    const approved = given.approved === true;
    if (approved && askedBefore && !isFor(given, question)) {
      return blocked(this, toolName, ask.decision, noApproval("unaddressed"));
    }
    const args = event.proposed_arguments;
    const person = personIn(await found<string | Absent>(this.#options.approvedBy, { ...call, arguments: args }));
    if (call.callId !== undefined) this.#asked.delete(call.callId);
    // An answer from before the question was asked does not count, and neither does one from nobody.
    const holds = approved && askedBefore && person !== undefined;
    // Only a no has this name: it closes the question, and lets nothing run.
    const by = person ?? "user:unknown";
    const answer = { decision: holds ? "accept" : "reject", by, authenticated: true, event, ...this.#asksBy } as const;
    const said = await broker.answer(question.id, answer);
    await closeOthers(broker, call.callId, by);
    if (!said.confirmed) {
      // No answer of the framework's reached this question, or the person said no to it.
      const why = !askedBefore ? "unknown" : approved && person === undefined ? "nobody" : said.why;
      return blocked(this, toolName, ask.decision, noApproval(why, said.message));
    }
    // What runs is what the approval is for, and this gate has the last word.
    const approvedEvent = { ...(JSON.parse(said.eventJson) as ToolPrecheckEvent), proposed_arguments: args };
    // The approval stands last, and this gate's own broker made it.
    const last = await this.#decided(approvedEvent, [...attested, approvedEvent.evidence_refs.length - 1]);
    if (last.executes && said.executes) return { do: "run", toolName, arguments: args };
    const decision = last.executes ? said.decision : last.decision;
    return { do: "block", toolName, message: sayNotEnough(listed(toolName, this), decision), decision };
  }

  async #decided(
    event: ToolPrecheckEvent,
    attested: Attested,
  ): Promise<{ decision: Decision; executes: boolean; watches: boolean }> {
    const decision = this.#gate.check(event, undefined, attested);
    const executes = shouldExecuteTool(decision, event);
    const { mode, execution_allowed: allowed } = decision.execution_policy;
    // A copy: whoever sees the decision cannot change it.
    await this.#options.onDecision?.(structuredClone(decision));
    return { decision, executes, watches: mode === "shadow" && allowed };
  }

  /**
   * The event of a call: as the rule says, but a read that its own server says to act is a write. Whether it is a read, the
   * gate tells; what is unknown stays so, unless the policy takes it for one.
   */
  #marked(event: ToolPrecheckEvent, { acts }: Call, { annotations }: Pick<ToolRule, "annotations">, attested: Attested): ToolPrecheckEvent {
    if (acts !== true || annotations === false) return event;
    const { effective_category: category } = this.#gate.check(event, undefined, attested).classification;
    return category === "public_read" || category === "private_read" ? { ...event, tool_category: "write" } : event;
  }

  /** The question that was asked about this call, in this process, in another one or before a restart. */
  async #question(callId: string | undefined): Promise<Pending | undefined> {
    if (this.#broker === undefined || callId === undefined) return undefined;
    return (await this.#broker.pendingByRequestId(callId)) ?? this.#asked.get(callId);
  }

  #keep(callId: string, question: Pending): void {
    const now = Date.now();
    for (const [name, { expiresAt }] of this.#asked) if (expiresAt.getTime() < now) this.#asked.delete(name);
    this.#asked.set(callId, question);
  }
}

/** Of a tool that nobody has told anything about. */
const UNKNOWN: ToolRule = Object.freeze({});

const CALL = ["toolName", "arguments", "callId", "context", "acts"] as const;
/** The members of an {@link Answer}. */
export const ANSWER = ["approved", "questionId", "actionDigest"] as const;
const ASK = ["toolName", "question", "askedBefore", "decision", "event", "attested"] as const;
const RULE = [
  ...(["toolCategory", "riskDomain", "authorizationState"] as const),
  ...(["evidenceRefs", "attested", "authorizationSubject", "recommendedRoute", "annotations"] as const),
];

/** Keeps no question: nobody is asked by a probe. */
const NOWHERE: Store = { add: () => {}, get: () => undefined, open: () => [], close: () => false };

/**
 * A rule as it is written down, which nobody changes later. A list of refs in it is the application's own word, and all of
 * them are attested; what a function finds for a call may come from anywhere.
 */
function written(rule: ToolRule): ToolRule {
  const { evidenceRefs, attested, ...rest } = members("rule", rule, RULE);
  const refs = typeof evidenceRefs === "function" ? evidenceRefs : (snapshot(evidenceRefs) as typeof evidenceRefs);
  if (typeof attested === "function") return Object.freeze({ ...rest, evidenceRefs: refs, attested });
  const given = attested === undefined ? allOf(refs) : Array.from(attestedIn(attested) ?? []);
  return Object.freeze({ ...rest, evidenceRefs: refs, attested: given });
}

/** The names, of which a string alone is a list of letters. */
function namesIn(argument: string, names: Iterable<string>): string[] {
  if (typeof names === "string") throw wrongUse(argument, names, "a list of names is allowed");
  return [...names];
}

/** Who answers, if it is anybody: `null`, for one, is what many give where nobody is signed in. */
function personIn(who: unknown): string | undefined {
  return typeof who === "string" && who.trim() !== "" ? who : undefined;
}

/** The answer to a question, for whoever knows by other means which one it is for. */
export function answerTo({ id, actionDigest }: Pick<Pending, "id" | "actionDigest">, approved: boolean): Answer {
  return { approved, questionId: id, actionDigest };
}

/** The names in an answer that is to no question: with them, a yes confirms nothing. */
export const NO_QUESTION = { questionId: "", actionDigest: "" } as const;

/** Whether an answer names this question, and the action that it is about. */
export function isFor(answer: Omit<Answer, "approved">, { id, actionDigest }: Pick<Pending, "id" | "actionDigest">): boolean {
  return answer.questionId === id && answer.actionDigest === actionDigest;
}

/**
 * One of the parts of a name, so that two of them beside each other can be told apart whatever they hold: the id of a
 * call is what a model says, or its provider.
 */
export function segment(name: string): string {
  return name.replaceAll("%", "%25").replaceAll("/", "%2F");
}

/**
 * The arguments of a call, or what the gate refuses, if one of the model's own texts for them can be read in two ways: with a key
 * twice, whoever parses it runs one of two values.
 */
export function requireStrict(texts: readonly string[], args: object): object {
  const fault = texts.map(ambiguity).find((one) => one !== undefined);
  return fault === undefined ? args : new InvalidValue(fault, "the text of the arguments is not strict JSON");
}

/** What the core's strict reader says of a text that `JSON.parse` may well read. */
export function ambiguity(text: string): FaultCode | undefined {
  return validateToolPrecheckEventJson(text).find(({ code }) => AMBIGUOUS.includes(code))?.code;
}

const AMBIGUOUS: readonly FaultCode[] = ["duplicate_key", "lone_surrogate", "nesting_too_deep", "event_too_large"];

/** The answer to a call that does not run; `also` says what the decision does not. */
export function blocked(gate: ToolGate, toolName: string, decision: Decision, also?: string): Blocked {
  return { do: "block", toolName, message: say(listed(toolName, gate), decision, also), decision };
}

/** The answer to a call that could not be decided. Never throws. */
export function failed(call: Call, error: unknown, gate: ToolGate): Blocked {
  const toolName = nameOf(call);
  const known = listed(toolName, gate);
  try {
    const name = shownName(known);
    const shown = name === undefined ? "the tool" : JSON.stringify(name);
    console.error(`aana: a call of ${shown} was blocked: the gate failed with ${classOf(error)}`);
  } catch {
    // Where nothing can be told, the call is blocked all the same.
  }
  return { do: "block", toolName, message: sayFailed(known), decision: undefined };
}

/** A name that the application has a rule for. Any other is what somebody says, and may be a secret. */
function listed(toolName: string, gate: ToolGate): string | undefined {
  return gate.rule(toolName) === UNKNOWN ? undefined : toolName;
}

function nameOf(call: Call): string {
  try {
    const name = own(call, "toolName");
    return typeof name === "string" ? name : "unknown";
  } catch {
    return "unknown";
  }
}

const CLASSES = [
  ...[GateNotReadyError, PolicyError, AggregateError, EvalError, RangeError],
  ...[ReferenceError, SyntaxError, TypeError, URIError, Error],
];

/** A class that is known: an error's own words, and its own name, may hold what was in the arguments. */
function classOf(error: unknown): string {
  try {
    return CLASSES.find((known) => error instanceof known)?.name ?? typeof error;
  } catch {
    return "object";
  }
}

/**
 * A copy of a framework's tool with other members in the place of some, which nobody can replace again; the tool
 * itself may be frozen.
 */
export function frozenCopyOf<T extends object>(tool: T, others: { readonly [name: string]: unknown }): T {
  const all: { [name: PropertyKey]: PropertyDescriptor } = Object.getOwnPropertyDescriptors(tool);
  for (const name of Reflect.ownKeys(others)) {
    const value = (others as { readonly [name: PropertyKey]: unknown })[name];
    all[name] = { value, enumerable: all[name]?.enumerable ?? true, configurable: false, writable: false };
  }
  return Object.create(Object.getPrototypeOf(tool) as object, all) as T;
}

/** What was looked up. The function gets copies of its own: a date, for one, cannot be frozen. */
async function found<T>(value: Lookup<T> | undefined, call: Call): Promise<T | undefined> {
  if (typeof value !== "function") return value;
  const lookup = value as (call: Call) => T | PromiseLike<T>;
  return await lookup({ ...call, arguments: snapshot(call.arguments) as object });
}

/** Two that checked a call at the same time may both have put the question. Of those, one was answered. */
async function closeOthers(broker: Broker, callId: string | undefined, by: string): Promise<void> {
  if (callId === undefined) return;
  let last: string | undefined;
  for (;;) {
    const other = await broker.pendingByRequestId(callId);
    if (other === undefined || other.id === last) return;
    await broker.answer(other.id, { decision: "reject", by, authenticated: true });
    last = other.id;
  }
}

/** The class of a broker that came by `require` is another one than that of an `import`. */
function isNotAsked(error: unknown): error is NotAskedError {
  return error instanceof Error && error.name === "NotAskedError";
}
