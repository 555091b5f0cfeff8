// The module out of the package's folder, where there is one.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inlineBytes, moduleLength } from "./inline.js";

/** The bytes of the module. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  try {
    // CommonJS has no such URL, and shares the file of ESM.
    const bytes = readFileSync(
      typeof import.meta.url === "string"
        ? new URL("./aana.wasm", import.meta.url)
        : join(__dirname, "../../esm/aana.wasm"),
    );
    if (bytes.length === moduleLength) return bytes;
  } catch {
    // It is not there, or may not be read.
  }
  return inlineBytes();
}
