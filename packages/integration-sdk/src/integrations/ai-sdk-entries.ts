// What the SDK calls of a tool. A member that is not known here could run without the gate.

import { own } from "../own.js";
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
const RUNS = ["execute", "needsApproval", "onInputStart", "onInputDelta", "onInputAvailable"];

const KNOWN: readonly PropertyKey[] = [...DESCRIBES, ...RUNS];

/** The functions of a tool that are called when it runs. */
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
export function toolOf(name: string, tool: object): ToolParts {
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
  return {
    execute: own(tool, "execute") as Entry,
    onInputStart: own(tool, "onInputStart") as Entry | undefined,
    onInputAvailable: own(tool, "onInputAvailable") as Entry | undefined,
  };
}

function isData(value: unknown): boolean {
  return value === undefined || write(value).faults === undefined;
}
