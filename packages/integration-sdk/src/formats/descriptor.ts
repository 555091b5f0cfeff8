// `aai.json` descriptors without their schemas: judged, offered and classified. Calls are planned by
// `@aana/integration-sdk/formats/arguments`.

import type {
  Classification,
  ClassifyOptions,
  Client,
  ClientTools,
  Facts,
  Offer,
  Profile,
  Report,
  ToolsOptions,
} from "./descriptor-types.js";
import { small } from "./engine.js";
import { checkIn, classifyFactsIn, LoadedDescriptor, toolsIn } from "./loaded.js";

export type * from "./descriptor-types.js";
export { DescriptorError, type LoadedDescriptor } from "./loaded.js";

/**
 * Judges a descriptor, given as the text of the file or its bytes. Never throws for one. Only the rule
 * `schema.default_invalid`, which asks the schemas, is left to `/formats/arguments`.
 *
 * @example
 * const report = descriptor.check(readFileSync("aai.json"));
 * if (report.accepted) report.descriptor.digest;
 * else report.findings[0]; // { rule: "field.missing", severity: "error", pointer: "/app", ... }
 */
export function check(text: string | Uint8Array, profile: Profile = "seed"): Report {
  return checkIn(small, text, profile);
}

/**
 * A descriptor that is accepted.
 *
 * @example
 * const desk = new descriptor.Descriptor(readFileSync("aai.json"));
 * desk.classify("create_task").tool_category; // "write"
 */
export class Descriptor extends LoadedDescriptor {
  /** @throws {DescriptorError} if it is not accepted. */
  constructor(text: string | Uint8Array, profile: Profile = "seed") {
    super(small, text, profile);
  }
}

/**
 * The tools of descriptors for a client. Names and descriptions in them are text from outside, freed of
 * what cannot be seen; `names` and `aliases` lead back from what the client calls.
 *
 * @example
 * descriptor.tools([desk], "mcp").tools[0].inputSchema;
 */
export function tools<C extends Client>(
  descriptors: Iterable<LoadedDescriptor>,
  client: C,
  options: ToolsOptions = {},
): Offer<ClientTools[C]> {
  return toolsIn(small, descriptors, client, options);
}

/**
 * What a tool without a descriptor does.
 *
 * @example
 * descriptor.classifyFacts({ tool: { name: "delete_invoice", method: "DELETE" } }).destructive; // true
 */
export function classifyFacts(facts: Facts, options: ClassifyOptions = {}): Classification {
  return classifyFactsIn(small, facts, options);
}
