// What an MCP server says of its tools, wherever a framework keeps it.

import { own } from "../own.js";

/**
 * Whether a tool is marked as acting: `readOnlyHint: false` or `destructiveHint: true`. That it only reads is not
 * believed, and silence says nothing.
 */
export function isMarkedAsActing(annotations: unknown): boolean {
  return own(annotations, "readOnlyHint") === false || own(annotations, "destructiveHint") === true;
}

/**
 * The same of a tool of a framework that loads tools from MCP servers. The MCP client of the AI SDK and the MCP adapters
 * of LangChain both put what the server says into `metadata.annotations`.
 */
export function actsByMetadata(metadata: unknown): boolean {
  return isMarkedAsActing(own(metadata, "annotations"));
}
