// For pages: the module with the validator is too large to come along in the program's text, so `init`
// fetches it.

import { bind } from "../../generated/formats-arguments-glue.js";
import { wholeModule } from "../formats/engine.js";
import { compile, type WasmInput } from "../module.js";

const use = wholeModule(bind);

/**
 * Fetches and compiles the module with the validator; needed before the first call. Takes the module from
 * elsewhere if given: bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  use.now(await compile(input ?? new URL("./formats-arguments.wasm", import.meta.url)));
}

export * from "../formats/api-arguments.js";
