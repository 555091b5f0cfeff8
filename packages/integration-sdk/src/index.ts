// For Node.js, browsers, Deno, Bun and bundlers: ready to use, since the module is in the package's
// text and is compiled at the first call.

import { inlineBytes } from "./inline.js";
import { compile, type WasmInput } from "./module.js";
import { useModule } from "./wasm.js";

useModule(() => new WebAssembly.Module(inlineBytes()));

/**
 * Compiles the gate without blocking, before the first check. Never needed, but a page stays
 * smooth. Takes the module from elsewhere if given: bytes, a `WebAssembly.Module`, a `Response` or
 * a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  const module = await compile(input ?? inlineBytes());
  useModule(() => module);
}

export * from "./api.js";
