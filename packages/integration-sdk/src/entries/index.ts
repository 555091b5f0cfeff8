// For browsers, bundlers and everything else: ready to use, since the module is in the package's
// text and is compiled at the first call.

import { inlineBytes, inlineBytesSoon } from "../inline.js";
import { compile, type WasmInput } from "../module.js";
import { gateModule, useModule } from "../wasm.js";

useModule(() => new WebAssembly.Module(inlineBytes()));

/**
 * Compiles the gate without blocking, before the first check. Never needed, but a page stays
 * smooth. Takes the module from elsewhere if given: bytes, a `WebAssembly.Module`, a `Response` or
 * a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  gateModule.now(await compile(input ?? inlineBytesSoon()));
}

export * from "../api.js";
