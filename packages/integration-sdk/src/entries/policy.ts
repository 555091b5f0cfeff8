// For pages: the module of the formats is too large to come along in the program's text, so `initModule`
// fetches it.

import { bind } from "../../generated/formats-glue.js";
import { smallModule } from "../formats/engine.js";
import { compile, type WasmInput } from "../module.js";

const use = smallModule(bind);

/**
 * Fetches and compiles the module of the formats; needed before the first call. Takes the module from
 * elsewhere if given: bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function initModule(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  use.now(await compile(input ?? new URL("./formats.wasm", import.meta.url)));
}

export * from "../formats/api-policy.js";
