// The ways into a tool of LangChain. All of them end in `_call`, as the classes of LangChain have them; a tool that
// has one of its own could run without ever coming there.

import { DynamicStructuredTool, DynamicTool, StructuredTool, Tool } from "@langchain/core/tools";
import { isRoot } from "../own.js";

const CLASSES: ReadonlySet<object> = new Set([StructuredTool, Tool, DynamicTool, DynamicStructuredTool].map((it) => it.prototype as object));

/** What a class may have of its own: its work, its name and how it is written down. Nothing of it runs a tool. */
const FREE: ReadonlySet<PropertyKey> = new Set(["constructor", "_call", "getName", "toJSON", "toJSONNotImplemented"]);

/**
 * Every method that a tool has from the classes of LangChain, whatever their version has.
 *
 * @throws {TypeError} for a tool that has one of them otherwise, and for one of no such class.
 */
export function entriesOf(tool: object, name: string): { readonly [method: string]: unknown } {
  const found = Object.create(null) as { [method: PropertyKey]: unknown };
  const all = chain(tool);
  const base = all.findIndex((it) => CLASSES.has(it));
  if (base === -1) throw new TypeError(`\`${name}\` is not a structured tool of LangChain, or one of another copy of \`@langchain/core\``);
  for (const prototype of all.slice(base)) {
    for (const method of Reflect.ownKeys(prototype)) {
      const known: unknown = Object.getOwnPropertyDescriptor(prototype, method)?.value;
      if (typeof known === "function" && !FREE.has(method) && !(method in found)) found[method] = known;
    }
  }
  for (const method of Reflect.ownKeys(found)) {
    // By its description: what a getter gives now, it need not give later.
    const holder = all.find((it) => Object.hasOwn(it, method));
    if (holder !== undefined && Object.getOwnPropertyDescriptor(holder, method)?.value === found[method]) continue;
    throw new TypeError(`the tool \`${name}\` runs otherwise than by \`_call\`: its \`${String(method)}\` is its own`);
  }
  return found;
}

/** An object, and all that it inherits from but the root of all objects. */
function chain(object: object): object[] {
  const all: object[] = [];
  for (let at: object | null = object; at !== null && !isRoot(at); at = Object.getPrototypeOf(at) as object | null) all.push(at);
  return all;
}
