// For pages that would rather fetch the module as a file of its own: `await init()` first.

import { compile, type WasmInput } from "../module.js";
import { gateModule } from "../wasm.js";

/**
 * Fetches and compiles the gate; needed before the first check. Takes the module from elsewhere if
 * given: bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  gateModule.now(await compile(input ?? new URL("./aana.wasm", import.meta.url)));
}

export * from "../api.js";
