// `aai.json` descriptors with their schemas: calls are checked, planned and put to the gate.

import type { CheckOptions } from "../gate.js";
import { members, own } from "../own.js";
import { remember } from "../remembered.js";
import { MAX_EVENT_BYTES } from "../settings.js";
import { faultList, type Written } from "../stringify.js";
import { unixTime } from "../time.js";
import type { Decision, Fault, ToolPrecheckEvent } from "../types.js";
import { STOPPED } from "../words.js";
import { wrongUse } from "../wrong-use.js";
import type {
  Carried,
  Classification,
  ClassifyOptions,
  Client,
  ClientTools,
  EventOptions,
  Facts,
  Judgement,
  Offer,
  Planned,
  PlannedEvent,
  Profile,
  Refused,
  Report,
  Secrets,
  Sent,
  ToolsOptions,
} from "./descriptor-types.js";
import { answer, ask, EngineStopped, settingsFor, whole, type WholeDescriptor, type WholeEngine } from "./engine.js";
import {
  documentText,
  type JsonDocument,
  milliseconds,
  named,
  type Names,
  oneOf,
  optionText,
  valueText,
  word,
} from "./given.js";
import { catalogIn, checkIn, classifyFactsIn, CLIENTS, flag, loaded, LoadedDescriptor, told, toolsIn } from "./loaded.js";

export type * from "./descriptor-types.js";
export { DescriptorError, type LoadedDescriptor } from "./loaded.js";

const EVENT: Names = {
  authorizationState: ["authorization_state", (it) => word("authorizationState", it)],
  pinned: ["pinned", (it) => flag("pinned", it)],
  evidence: "evidence",
  readAt: ["read_at_ms", (it) => milliseconds("readAt", it)],
  maxAgeHours: "max_age_hours",
  now: ["now_ms", (it) => milliseconds("now", it)],
};
const SECRETS: Names = {
  env: ["env", (it) => source("env", it)],
  tokens: ["tokens", (it) => source("tokens", it)],
  allowVariables: ["allow_variables", (it) => entries("allowVariables", it)],
};

/** Judges a descriptor, given as the text of the file or its bytes, by every rule. Never throws for one. */
export function check(text: string | Uint8Array, profile: Profile = "seed"): Report {
  return checkIn(whole, text, profile);
}

/**
 * A descriptor that is accepted.
 *
 * @example
 * const desk = new descriptor.Descriptor(readFileSync("aai.json"));
 * const planned = desk.event("create_task", { title: "Water" }, { authorizationState: "confirmed", evidence });
 * if (planned.refused) {
 *   planned.errors[0]; // { rule: "args.type", pointer: "/title", ... }
 * } else if (shouldExecuteTool(catalog.check(planned.event), planned.event)) {
 *   desk.wire("create_task", planned.arguments, { env: process.env, allowVariables: ["DESK_KEY=https://desk.example.com"] });
 * }
 */
export class Descriptor extends LoadedDescriptor {
  /** @throws {DescriptorError} if it is not accepted. */
  constructor(text: string | Uint8Array, profile: Profile = "seed") {
    super(whole, text, profile);
  }

  /** Checks the arguments of a call and plans the request that they make. Nothing is sent. */
  plan(tool: string, callArguments: JsonDocument): Planned | Refused {
    return this.#call(tool, callArguments, (inner, name, text) => inner.plan(name, text)) as Planned | Refused;
  }

  /** Checks the arguments of a call alone, also of a tool that is only declared. */
  checkArguments(tool: string, callArguments: JsonDocument): Judgement {
    const written = documentText("callArguments", callArguments, MAX_EVENT_BYTES);
    return this.#validate(tool, written, (inner, name, text) => inner.checkArguments(name, text));
  }

  /** Checks the answer of a tool by its `returns`. Text and bytes are JSON text, as it came. */
  checkAnswer(tool: string, given: JsonDocument | number | boolean | null): Judgement {
    return this.#validate(tool, valueText(given, MAX_EVENT_BYTES), (inner, name, text) => inner.checkAnswer(name, text));
  }

  /**
   * Plans a call and puts its secrets in place: **after** the gate has accepted it. Redirects are not to
   * be followed, and the answer is not to be written down.
   */
  wire(tool: string, callArguments: JsonDocument, secrets: Secrets = {}): Sent | Refused {
    const known = named("secrets", secrets, SECRETS);
    const allowed = (known["allow_variables"] ?? []) as string[];
    const written = documentText("callArguments", callArguments, MAX_EVENT_BYTES);
    const found = { env: Object.create(null) as Texts, tokens: Object.create(null) as Texts };
    for (const reference of this.#toLookUp(tool, written, allowed)) {
      const group = reference.startsWith("env:") ? "env" : "tokens";
      const name = reference.slice(reference.indexOf(":") + 1);
      const value = (known[group] as LookUp | undefined)?.(name);
      // The error says nothing of the value.
      if (value !== undefined) found[group][name] = word(group, value, "a string is allowed for each name");
    }
    const text = optionText("secrets", { ...found, allow_variables: allowed });
    const send: Call = (inner, name, args) => inner.wire(name, args, text);
    return this.#ask(tool, written, send, (engine, faults) => engine.callUnread(faults)) as Sent | Refused;
  }

  /** What the call needs, so that nothing else is looked up. */
  #toLookUp(tool: unknown, { text, faults }: Written, allowed: string[]): readonly string[] {
    const name = word("tool", tool);
    // Such a call is refused, whatever the secrets.
    if (faults !== undefined) return [];
    const found = ask(whole, (engine) => this.in(engine).secretsToLookUp(name, text, allowed));
    if (found !== undefined) return found;
    throw new TypeError(
      "`allowVariables` has an entry that is not `NAME` or `NAME=ORIGIN`, such as `DESK_KEY=https://api.example.com`",
    );
  }

  /** Plans a call and forms the event that asks the gate about it. */
  event(tool: string, callArguments: JsonDocument, options: EventOptions = {}): PlannedEvent | Refused {
    const context = optionText("options", { now_ms: Date.now(), ...named("options", options, EVENT) });
    return this.#call(tool, callArguments, (inner, name, text) => inner.event(name, text, context)) as
      | PlannedEvent
      | Refused;
  }

  #call(tool: unknown, callArguments: unknown, call: Call): unknown {
    const written = documentText("callArguments", callArguments, MAX_EVENT_BYTES);
    return this.#ask(tool, written, call, (engine, faults) => engine.callUnread(faults));
  }

  #validate(tool: unknown, written: Written, call: Call): Judgement {
    return this.#ask(tool, written, call, (engine, faults) => engine.valueUnread(faults)) as Judgement;
  }

  #ask(tool: unknown, written: Written, call: Call, unread: (engine: WholeEngine, faults: string) => string): unknown {
    const name = word("tool", tool);
    const { text, faults } = written;
    const said = answer(whole, (engine) =>
      faults === undefined ? call(this.in(engine), name, text) : unread(engine, faults),
    );
    return told(said);
  }
}

type Call = (inner: WholeDescriptor, tool: string, text: string) => string;

/**
 * The tools of descriptors for a client. Names and descriptions in them are text from outside, freed of
 * what cannot be seen. What the client does not take is written otherwise, or stands in `left_out` with the reason.
 */
export function tools<C extends Client>(
  descriptors: Iterable<LoadedDescriptor>,
  client: C,
  options: ToolsOptions = {},
): Offer<ClientTools[C]> {
  return toolsIn(whole, descriptors, client, options);
}

/**
 * A call of a client that was offered these tools: the tool and its arguments under their own names.
 *
 * @example
 * const call = descriptor.carriedBack([desk], "anthropic", block.name, block.input);
 * if (!call.refused) desk.plan(call.tool, call.arguments);
 */
export function carriedBack(
  descriptors: Iterable<LoadedDescriptor>,
  client: Client,
  name: string,
  callArguments: JsonDocument,
): Carried | Refused {
  const all = loaded(descriptors);
  const by = oneOf("client", client, CLIENTS);
  const called = word("name", name);
  const { text, faults } = documentText("callArguments", callArguments, MAX_EVENT_BYTES);
  return told(
    answer(whole, (engine) =>
      faults === undefined ? catalogIn(engine, all).carriedBack(by, called, text) : engine.callUnread(faults),
    ),
  ) as Carried | Refused;
}

/** What a tool without a descriptor does. */
export function classifyFacts(facts: Facts, options: ClassifyOptions = {}): Classification {
  return classifyFactsIn(whole, facts, options);
}

/**
 * Descriptors together, in front of the gate: an event that names a tool of one of them is refused unless
 * its `proposed_arguments` fit the tool's `parameters`; any other is the gate's alone.
 *
 * @example
 * const catalog = new descriptor.Catalog([desk, mail]);
 * const decision = catalog.check(event, { policy });
 * if (shouldExecuteTool(decision, event)) {
 *   // Run the tool.
 * }
 */
export class Catalog {
  readonly #all: readonly LoadedDescriptor[];
  #made: { engine: WholeEngine; catalog: InstanceType<WholeEngine["Catalog"]> } | undefined;

  constructor(descriptors: Iterable<LoadedDescriptor>) {
    this.#all = loaded(descriptors);
  }

  /**
   * Decides an event as `checkToolPrecheck` does, an object or JSON text. Never throws for an event.
   *
   * @throws {PolicyError} if the policy has faults.
   */
  check(event: unknown, options?: CheckOptions): Decision {
    const given = members("options", options, ["policy", "now"]);
    const { policy, mode, maxLength } = settingsFor(whole, given.policy);
    const { text, faults } = valueText(event, maxLength);
    const now = unixTime(given.now);
    const said = this.#decided((engine) => {
      if (!Number.isFinite(now)) return engine.refuse(policy, mode, NO_TIME, Date.now());
      if (faults !== undefined) return engine.refuse(policy, mode, faults, now);
      return this.#in(engine).checkEvent(policy, mode, text, now);
    });
    const decision = JSON.parse(said) as Decision;
    remember(decision, { event: text, maxLength });
    return decision;
  }

  /** What is wrong with the arguments of an event, and nothing else. */
  faults(event: ToolPrecheckEvent | JsonDocument): Fault[] {
    const { text, faults } = documentText("event", event);
    // What is not JSON is the gate's to refuse.
    if (faults !== undefined) return [];
    return (answer(whole, (engine) => this.#in(engine).eventFaults(text)) as { faults: Fault[] }).faults;
  }

  /** An engine that stops refuses, as a gate does; one that is not there is an error. */
  #decided(call: (engine: WholeEngine) => string): string {
    try {
      return ask(whole, call);
    } catch (error) {
      if (error instanceof EngineStopped) return STOPPED;
      throw error;
    }
  }

  #in(engine: WholeEngine): InstanceType<WholeEngine["Catalog"]> {
    if (this.#made?.engine !== engine) this.#made = { engine, catalog: catalogIn(engine, this.#all) };
    return this.#made.catalog;
  }
}

type LookUp = (name: string) => unknown;

/** What was looked up, by its names. */
type Texts = { [name: string]: string };

/** How one value is looked up, without a look at the others. */
function source(argument: string, given: unknown): LookUp {
  if (typeof given === "function") return given as LookUp;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw wrongUse(argument, given, "an object or a function from a name to its value is allowed");
  }
  return (name) => own(given, name);
}

/** A list of texts. */
function entries(argument: string, given: unknown): string[] {
  if (!Array.isArray(given)) throw wrongUse(argument, given, "an array of strings is allowed");
  return given.map((it, index) => word(`${argument}[${index}]`, it));
}

const NO_TIME = faultList("number_out_of_range", "the time of the check is not a time");
