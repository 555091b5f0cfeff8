// For pages: the module of the formats is too large to come along in the program's text, so `init`
// fetches it.

import { bind } from "../generated/formats-glue.js";
import { useSmall } from "./formats/engine.js";
import { compile, type WasmInput } from "./module.js";

/**
 * Fetches and compiles the module of the formats; needed before the first call. Takes the module from
 * elsewhere if given: bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  const module = await compile(input ?? new URL("./formats.wasm", import.meta.url));
  useSmall(bind, () => module);
}

export * from "./formats/api.js";
