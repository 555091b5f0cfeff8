// The gate with objects in and objects out.

import { type Attested, attestedIn } from "./attested.js";
import { engine, engineGeneration, type EngineGate, stop } from "./engine.js";
import { GateNotReadyError } from "./errors.js";
import { members, own } from "./own.js";
import { recall, remember } from "./remembered.js";
import { type FileUrl, MAX_EVENT_BYTES, ofGate, policyError, policyText, type Settings, settings } from "./settings.js";
import { asText, faultList, hasLoneSurrogate, isBytes, ownBytes, write, type Written } from "./stringify.js";
import { unixTime } from "./time.js";
import type { Decision, ExecutionPolicy, Fault, Policy } from "./types.js";
import { type Mode, type Route, ROUTES, STOPPED } from "./words.js";

export type { Attested } from "./attested.js";

/** The time of a check: a date, or milliseconds since 1970. */
export type Now = Date | number;

/** How a single check is made. */
export interface CheckOptions {
  /** The operator's policy; without one the contract's defaults hold. */
  policy?: Policy | Gate | undefined;
  /** The time at which evidence is weighed; now if absent. */
  now?: Now | undefined;
  /** The refs that the host has checked itself, see {@link Attested}; none if absent. */
  attested?: Attested | undefined;
}

/** What `new Gate` can be told besides the policy. */
export interface GateOptions {
  /** Overrides the policy's mode. */
  mode?: Mode | undefined;
}

/**
 * A gate with its policy, made once and used for every check.
 *
 * @example
 * const gate = new Gate({ tools: { "deploy_*": { route_floor: "ask" } } });
 * gate.check(event).route; // "ask"
 */
export class Gate {
  readonly #settings: Settings;
  #made: EngineGate | undefined;
  #generation = -1;

  /**
   * The policy is an object, JSON text, or in Node.js the `file:` URL of such text; a string is never a path.
   *
   * @throws {PolicyError} if the policy has faults.
   */
  constructor(policy?: Policy | string | FileUrl, options?: GateOptions) {
    const { mode } = members("options", options, ["mode"]);
    const text = policyText(policy, (faults) => engine().hostFaults(faults));
    this.#settings = settings(text, mode);
    ofGate(this, this.#settings);
    this.#inner();
  }

  /** Decides a proposed call. Never throws for an event: what is not an event is refused. */
  check(event: unknown, now?: Now, attested?: Attested): Decision {
    const refs = attestedIn(attested);
    const { maxLength } = this.#settings;
    const written = write(event, maxLength);
    const decision = JSON.parse(this.#decide(written, now, refs)) as Decision;
    remember(decision, { event: written.text, maxLength });
    return decision;
  }

  /**
   * Decides no more than the route. The decision in full is made when it is asked for: the fast way
   * for a host that wants to know why only when the answer is no.
   */
  decide(event: unknown, now?: Now, attested?: Attested): Verdict {
    const refs = attestedIn(attested);
    const written = write(event, this.#settings.maxLength);
    const at = unixTime(now);
    const verdict =
      written.faults === undefined
        ? this.#guarded((gate, at) => gate.verdict(written.text, at, refs), () => REFUSED, at)
        : REFUSED;
    return new Verdict(verdict, () => this.#decide(written, at, refs));
  }

  /** Decides an event that is JSON text, or its bytes, and gives the decision as JSON text. */
  checkJson(event: string | Uint8Array, now?: Now, attested?: Attested): string {
    const refs = attestedIn(attested);
    if (isBytes(event)) return this.#guarded((gate, at) => gate.checkBytes(ownBytes(event), at, refs), stopped, now);
    return this.#decide(eventText(event), now, refs);
  }

  #decide(written: Written, now: Now | undefined, refs: Uint32Array | undefined): string {
    return this.#guarded(
      (gate, at) =>
        written.faults === undefined ? gate.check(written.text, at, refs) : gate.refuse(written.faults, at),
      stopped,
      now,
    );
  }

  /** A call that stops the engine is refused, and the next one finds a fresh engine. */
  #guarded<T>(
    call: (gate: EngineGate, at: number) => T,
    refused: (gate?: EngineGate) => T,
    now: Now | undefined,
  ): T {
    const inner = this.#inner();
    try {
      const at = unixTime(now);
      return Number.isFinite(at) ? call(inner, at) : refused(inner);
    } catch {
      stop();
      return refused();
    }
  }

  #inner(): EngineGate {
    const running = engine();
    if (this.#made === undefined || this.#generation !== engineGeneration()) {
      try {
        this.#made = new running.Gate(this.#settings.policy, this.#settings.mode);
      } catch (error) {
        throw policyError(error) ?? stoppedBy(error);
      }
      this.#generation = engineGeneration();
    }
    return this.#made;
  }
}

/** The text of an event that has to be text. */
function eventText(event: unknown): Written {
  if (typeof event === "string") return asText(event);
  return { text: undefined, faults: faultList("wrong_type", "the event is neither JSON text nor the bytes of it") };
}

/** The refusal of a gate that cannot decide: for want of a time, or since its engine stopped. */
function stopped(gate?: EngineGate): string {
  if (gate === undefined) return STOPPED;
  return gate.refuse(faultList("number_out_of_range", "the time of the check is not a time"), Date.now());
}

/** A verdict of the engine: the place of the route in `ROUTES`, and this if the call may run. */
const MAY_RUN = 4;

/** The verdict on what could not be decided. */
const REFUSED = ROUTES.indexOf("refuse");

/** Which route a call takes and whether it may run, with the decision at hand. */
export class Verdict {
  /** What happens to the call. */
  readonly route: Route;
  /** Whether the call may run. */
  readonly executes: boolean;
  readonly #decide: () => string;
  #text: string | undefined;
  #decision: Decision | undefined;

  /** @internal */
  constructor(verdict: number, decide: () => string) {
    this.route = ROUTES[verdict % MAY_RUN] ?? "refuse";
    this.executes = verdict >= MAY_RUN;
    this.#decide = decide;
  }

  /** The decision, made in full when it is first asked for: the same event at the same time. */
  get decision(): Decision {
    return (this.#decision ??= JSON.parse(this.toString()) as Decision);
  }

  /** The decision as JSON text. */
  toString(): string {
    return (this.#text ??= this.#decide());
  }

  /** The decision, for `JSON.stringify`. */
  toJSON(): Decision {
    return this.decision;
  }
}

/** More characters than any decision has: its lists have an end. */
const MAX_DECISION = 1 << 21;

let standard: Gate | undefined;

/**
 * Decides a proposed tool call.
 *
 * Never throws for an event: what is not a valid event is refused, with a pointer to each fault.
 *
 * @throws {PolicyError} if the policy has faults.
 */
export function checkToolPrecheck(event: unknown, options?: CheckOptions): Decision {
  const [policy, now, attested] = ["policy", "now", "attested"].map((name) => own(options, name));
  return gateOf(policy as CheckOptions["policy"]).check(event, now as CheckOptions["now"], attested as Attested | undefined);
}

/** The same as {@link checkToolPrecheck}. */
export const checkToolCall: typeof checkToolPrecheck = checkToolPrecheck;

/** The same as {@link checkToolPrecheck}. */
export const gateAction: typeof checkToolPrecheck = checkToolPrecheck;

/**
 * Whether the tool may run, by the contract's execution rule. Takes any value and never throws:
 * what is not plainly an accept is `false`. With the event given, the decision must also be about
 * exactly this call; an event that is given as `undefined` fits no decision. One of more than 1 MiB is read only as far as
 * the gate reads it that made the decision in this process.
 */
export function shouldExecuteTool(decision: unknown, event?: unknown): boolean;
export function shouldExecuteTool(decision: unknown, ...[event]: unknown[]): boolean {
  try {
    if (event === undefined && arguments.length > 1) return false;
    const core = engine();
    const made = recall(decision);
    if (made?.executes === false) return false;
    const about = event === undefined ? undefined : write(event, made?.maxLength ?? MAX_EVENT_BYTES);
    if (about?.faults !== undefined) return false;
    if (made !== undefined && (about === undefined || about.text === made.event)) return true;
    const written = write(decision, MAX_DECISION);
    if (written.faults !== undefined) return false;
    return core.shouldExecute(written.text, about?.text);
  } catch (error) {
    if (!(error instanceof GateNotReadyError)) stop();
    return false;
  }
}

/**
 * The same for a decision, and an event, that arrived as JSON text. Better than parsing it first:
 * `JSON.parse` lets the last of two equal keys win, and whoever reads the text next may see the first.
 */
export function shouldExecuteToolJson(decision: string, event?: string): boolean;
export function shouldExecuteToolJson(decision: string, ...[event]: (string | undefined)[]): boolean {
  try {
    if (event === undefined && arguments.length > 1) return false;
    const texts = event === undefined ? [decision] : [decision, event];
    if (!texts.every((text) => typeof text === "string" && !hasLoneSurrogate(text))) return false;
    return engine().shouldExecute(decision, event);
  } catch (error) {
    if (!(error instanceof GateNotReadyError)) stop();
    return false;
  }
}

/** What a decision, as it arrived, allows a host in this mode. Never throws for a decision. */
export function executionPolicy(decision: unknown, mode: Mode = "enforce"): ExecutionPolicy {
  const text = write(decision, MAX_DECISION).text ?? "null";
  return JSON.parse(engine().executionPolicy(text, String(mode))) as ExecutionPolicy;
}

/** The faults of an event by the contract's published schema, the first hundred; empty if there is none. */
export function validateToolPrecheckEvent(event: unknown): Fault[] {
  const written = write(event, MAX_EVENT_BYTES);
  const faults =
    written.faults === undefined ? engine().validate(written.text) : engine().hostFaults(written.faults);
  return JSON.parse(faults) as Fault[];
}

/** The same for an event that is JSON text, or its bytes. */
export function validateToolPrecheckEventJson(event: string | Uint8Array): Fault[] {
  if (isBytes(event)) return JSON.parse(engine().validateBytes(ownBytes(event))) as Fault[];
  const { text, faults } = eventText(event);
  return JSON.parse(faults === undefined ? engine().validate(text) : engine().hostFaults(faults)) as Fault[];
}

/** The gate with this policy. */
export function gateOf(policy: Policy | Gate | undefined): Gate {
  if (policy instanceof Gate) return policy;
  if (policy !== undefined) return new Gate(policy);
  return (standard ??= new Gate());
}

/** An engine that failed otherwise than by the faults of a policy. */
function stoppedBy(error: unknown): GateNotReadyError {
  stop();
  return new GateNotReadyError(`the gate stopped while it read the policy (${String(error)})`, { cause: error });
}
