// What the SDK calls of a tool. A member that is not known here could run without the gate.

import { members, own } from "../own.js";
import { write } from "../stringify.js";

/** A function of a tool that the SDK calls. */
type Entry = (...given: unknown[]) => unknown;

/** What tells of a tool, or of its input and output, and runs nothing of it. */
const DESCRIBES = [
  ...["type", "id", "args", "title", "description", "strict", "metadata", "providerOptions", "deferLoading"],
  ...["inputSchema", "inputExamples", "outputSchema", "contextSchema", "toModelOutput"],
  ...["isProviderExecuted", "supportsDeferredResults"],
];

/** What is put behind the gate. */
const RUNS = ["execute", "needsApproval", "onInputStart", "onInputDelta", "onInputAvailable"] as const;

const KNOWN: readonly PropertyKey[] = [...DESCRIBES, ...RUNS];

/** The functions of a tool that are called only when it runs, and those that never are. */
export interface ToolParts {
  readonly execute: Entry;
  readonly onInputStart: Entry | undefined;
  readonly onInputAvailable: Entry | undefined;
}

/**
 * What a tool runs.
 *
 * @throws {TypeError} for one that the provider runs, and for one with a member that the SDK may run and that is not
 * known: a local caller of other tools, for one, is replaced by the SDK as it likes.
 */
export function toolOf(name: string, tool: object): ToolParts & { readonly onInputDelta: undefined } {
  if (own(tool, "isProviderExecuted") === true) {
    throw new TypeError(`the tool \`${name}\` runs at the provider, which is not behind this gate`);
  }
  for (const member of Reflect.ownKeys(tool)) {
    if (KNOWN.includes(member)) continue;
    const described = Object.getOwnPropertyDescriptor(tool, member);
    // Data says something, and does nothing.
    if (typeof member === "string" && described !== undefined && "value" in described && isData(described.value)) continue;
    throw new TypeError(`the tool \`${name}\` has \`${String(member)}\`, of which is not known what it runs: it is not behind this gate`);
  }
  const found = members<{ readonly [part in (typeof RUNS)[number]]?: unknown }, (typeof RUNS)[number]>("tool", tool, RUNS);
  const optional = (part: (typeof RUNS)[number]): Entry | undefined => {
    const entry = found[part];
    return typeof entry === "function" ? (entry as Entry) : undefined;
  };
  return {
    execute: found.execute as Entry,
    onInputStart: optional("onInputStart"),
    onInputAvailable: optional("onInputAvailable"),
    onInputDelta: undefined,
  };
}

function isData(value: unknown): boolean {
  return value === undefined || write(value).faults === undefined;
}
