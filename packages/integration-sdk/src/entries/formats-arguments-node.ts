// For Node.js, Deno and Bun: the module with the validator is read from the package's folder when it is first
// used. A program that is bundled into one file leaves it behind, and hands it to `init`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bind } from "../../generated/formats-arguments-glue.js";
import { GateNotReadyError } from "../errors.js";
import { wholeModule } from "../formats/engine.js";
import { compile, type WasmInput } from "../module.js";

function read(): Uint8Array<ArrayBuffer> {
  try {
    // CommonJS has no such URL, and shares the file of ESM.
    return readFileSync(
      typeof import.meta.url === "string"
        ? new URL("./formats-arguments.wasm", import.meta.url)
        : join(__dirname, "../../../esm/formats-arguments.wasm"),
    );
  } catch (cause) {
    throw new GateNotReadyError("`formats-arguments.wasm` is not beside this program: `await init(...)` with the package's file", { cause });
  }
}

const use = wholeModule(bind);
use.later(() => new WebAssembly.Module(read()));

/**
 * Compiles the module with the validator without blocking. Never needed, unless the program is bundled: then the
 * module is given, as bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  use.now(await compile(input ?? read()));
}

export * from "../formats/api-arguments.js";
