// An `aai.json` descriptor that was accepted, and what either module can say of descriptors.

import type { Host } from "../engine.js";
import { own } from "../own.js";
import type { AuthorizationState } from "../words.js";
import { wrongUse } from "../wrong-use.js";
import type {
  Classification,
  ClassifyOptions,
  Client,
  ClientTools,
  Facts,
  Finding,
  Offer,
  Profile,
  Report,
  Summary,
  ToolsOptions,
  ToolSummary,
} from "./descriptor-types.js";
import { answer, CallerError, type DescriptorEngine, type EngineCatalog, type EngineDescriptor } from "./engine.js";
import { exactText, named, type Names, oneOf, optionText, word } from "./given.js";

const PROFILES: readonly Profile[] = ["seed", "compat"];
export const CLIENTS: readonly Client[] = ["mcp", "openai", "openai-responses", "anthropic", "gemini"];
const CLASSIFY: Names = {
  authorizationState: ["state", (it) => word("authorizationState", it)],
  pinned: ["pinned", (it) => flag("pinned", it)],
};

/** A descriptor was not accepted. `findings` names everything that is wrong. */
export class DescriptorError extends Error {
  override readonly name = "DescriptorError";

  constructor(readonly findings: readonly Finding[]) {
    const faults = findings.filter((it) => it.severity === "error").slice(0, 8);
    const told = faults.map((it) => `${it.pointer || "the descriptor"}: ${it.message} (\`${it.rule}\`)`);
    super(`the descriptor is not accepted: ${told.join("; ")}`);
  }
}

type Engine<D extends EngineDescriptor> = DescriptorEngine<D, EngineCatalog<D>>;

/** What is common to descriptors of either module. It is made again in a fresh engine if one stopped. */
export abstract class LoadedDescriptor {
  readonly #text: string;
  readonly #profile: Profile;
  readonly #host: Host<Engine<EngineDescriptor>>;
  readonly #made = new WeakMap<object, EngineDescriptor>();
  readonly #summary: Summary;
  /** What a person should look at. */
  readonly findings: readonly Finding[];

  /** @internal */
  constructor(host: Host<Engine<EngineDescriptor>>, descriptor: unknown, profile: unknown) {
    this.#host = host;
    this.#profile = oneOf("profile", profile, PROFILES);
    const { text, faults } = exactText("descriptor", descriptor);
    const read = answer(host, (engine) =>
      faults === undefined ? this.#read(engine, text).report() : engine.descriptorUnread(faults),
    ) as Report;
    if (!read.accepted) throw new DescriptorError(read.findings);
    this.#text = text ?? "";
    this.#summary = read.descriptor;
    this.findings = read.findings;
  }

  /** `app.id`. */
  get appId(): string {
    return this.#summary.app_id;
  }

  /** `app.name`. */
  get appName(): string {
    return this.#summary.app_name;
  }

  /** `sha256:` and the hash of its text, to pin it. */
  get digest(): string {
    return this.#summary.digest;
  }

  /** Scheme, host and port of its requests; `null` for an application on this machine. */
  get origin(): string | null {
    return this.#summary.origin;
  }

  /** Its tools. */
  get tools(): readonly ToolSummary[] {
    return this.#summary.tools;
  }

  /**
   * What a tool does, and the route that a call of it deserves.
   *
   * @throws {TypeError} if the descriptor has no such tool.
   */
  classify(tool: string, options: ClassifyOptions = {}): Classification {
    const name = word("tool", tool);
    const { state, pinned } = classifying(options);
    return told(answer(this.#host, (engine) => this.in(engine).classify(name, state, pinned))) as Classification;
  }

  /** @internal The descriptor in this engine. */
  in<D extends EngineDescriptor>(engine: Engine<D>): D {
    return (this.#made.get(engine) as D | undefined) ?? this.#read(engine, this.#text);
  }

  #read<D extends EngineDescriptor>(engine: Engine<D>, text: string): D {
    try {
      const made = new engine.Descriptor(text, this.#profile);
      this.#made.set(engine, made);
      return made;
    } catch (error) {
      // What is not accepted is told by its report, as text.
      if (typeof error !== "string") throw error;
      throw new CallerError(new DescriptorError((JSON.parse(error) as Report).findings));
    }
  }
}

/** Judges a descriptor. */
export function checkIn<D extends EngineDescriptor>(host: Host<Engine<D>>, descriptor: unknown, profile: unknown): Report {
  const by = oneOf("profile", profile, PROFILES);
  const { text, faults } = exactText("descriptor", descriptor);
  return answer(host, (engine) =>
    faults === undefined ? engine.descriptorCheck(text, by) : engine.descriptorUnread(faults),
  ) as Report;
}

/** The tools of descriptors for a client. */
export function toolsIn<D extends EngineDescriptor, C extends Client>(
  host: Host<Engine<D>>,
  descriptors: Iterable<LoadedDescriptor>,
  client: C,
  options: ToolsOptions,
): Offer<ClientTools[C]> {
  const all = loaded(descriptors);
  const by = oneOf("client", client, CLIENTS);
  const { pinned } = classifying(options);
  return answer(host, (engine) => catalogIn(engine, all).tools(by, pinned)) as Offer<ClientTools[C]>;
}

/** What a tool without a descriptor does. */
export function classifyFactsIn<D extends EngineDescriptor>(
  host: Host<Engine<D>>,
  facts: Facts,
  options: ClassifyOptions,
): Classification {
  if (typeof facts !== "object" || facts === null) throw wrongUse("facts", facts, "an object is allowed");
  const text = optionText("facts", facts);
  const { state, pinned } = classifying(options);
  return told(answer(host, (engine) => engine.classifyFacts(text, state, pinned))) as Classification;
}

/** A catalog of descriptors in an engine. */
export function catalogIn<D extends EngineDescriptor, C extends EngineCatalog<D>>(
  engine: DescriptorEngine<D, C>,
  descriptors: readonly LoadedDescriptor[],
): C {
  const catalog = new engine.Catalog();
  for (const one of descriptors) catalog.add(one.in(engine));
  return catalog;
}

/** Descriptors as they are given. */
export function loaded(descriptors: Iterable<LoadedDescriptor>): readonly LoadedDescriptor[] {
  if (typeof descriptors !== "object" || descriptors === null || !(Symbol.iterator in descriptors)) {
    throw wrongUse("descriptors", descriptors, "an iterable of descriptors is allowed");
  }
  const all = [...descriptors];
  for (const [index, one] of all.entries()) {
    if (!(one instanceof LoadedDescriptor)) throw wrongUse(`descriptors[${index}]`, one, "a `Descriptor` is allowed");
  }
  return all;
}

/** An answer, unless it is that the caller named what is not there. */
export function told(found: unknown): unknown {
  if (own(found, "refused") === "input") throw new TypeError(`\`${String(own(found, "input"))}\` is not known here`);
  return found;
}

/** A yes or no that decides about trust: a text such as `"false"` must not count as one. */
export function flag(argument: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw wrongUse(argument, value, "`true` or `false` is allowed");
  return value;
}

function classifying(options: ClassifyOptions): { state: AuthorizationState; pinned: boolean } {
  return { state: "none", pinned: false, ...named("options", options, CLASSIFY) };
}
