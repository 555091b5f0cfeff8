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

/** The functions of a tool that are called in front of `execute`, and what tells of it. */
export interface ToolParts {
  readonly onInputStart: Entry | undefined;
  readonly onInputAvailable: Entry | undefined;
  readonly description: { readonly [member: string]: unknown };
}

/**
 * What a tool consists of besides `execute` and `needsApproval`, each member read once.
 *
 * @throws {TypeError} for one that the provider runs, and for one with a member that the SDK may run and that is not
 * known: a local caller of other tools, for one, is replaced by the SDK as it likes.
 */
export function partsOf(name: string, tool: object): ToolParts {
  const description = Object.create(null) as { [member: string]: unknown };
  for (const member of Reflect.ownKeys(tool)) {
    if (KNOWN.includes(member)) continue;
    const described = Object.getOwnPropertyDescriptor(tool, member);
    // Data says something, and does nothing.
    if (typeof member !== "string" || described === undefined || !("value" in described) || !isData(described.value)) {
      throw new TypeError(`the tool \`${name}\` has \`${String(member)}\`, of which is not known what it runs: it is not behind this gate`);
    }
    description[member] = described.value;
  }
  for (const member of DESCRIBES) {
    const value = own(tool, member);
    // By the tool itself: it may have what others do not have.
    if (value !== undefined) description[member] = OF_TOOL.includes(member) && typeof value === "function" ? (value as Entry).bind(tool) : value;
  }
  if (description["isProviderExecuted"] === true) {
    throw new TypeError(`the tool \`${name}\` runs at the provider, which is not behind this gate`);
  }
  return {
    onInputStart: own(tool, "onInputStart") as Entry | undefined,
    onInputAvailable: own(tool, "onInputAvailable") as Entry | undefined,
    description,
  };
}

/** Those that are functions of the tool; a schema may be a function as well, and is nobody's. */
const OF_TOOL: readonly string[] = ["description", "toModelOutput"];

function isData(value: unknown): boolean {
  return value === undefined || write(value).faults === undefined;
}
