// For Node.js, Deno and Bun: the module is read from the package's folder when the first call comes. A program that is
// bundled into one file leaves it behind; its text then has the module, as everywhere else.

import { moduleBytes } from "../file.js";
import { compile, type WasmInput } from "../module.js";
import { gateModule, useModule } from "../wasm.js";

useModule(() => new WebAssembly.Module(moduleBytes()));

/**
 * Compiles the gate without blocking, before the first check. Never needed. Takes the module from elsewhere if given:
 * bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  gateModule.now(await compile(input ?? moduleBytes()));
}

export * from "../api.js";
