// For Node.js, Deno and Bun: the module of the formats is read from the package's folder when it is first
// used. A program that is bundled into one file leaves it behind, and hands it to `init`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bind } from "../../generated/formats-glue.js";
import { GateNotReadyError } from "../errors.js";
import { smallModule } from "../formats/engine.js";
import { compile, type WasmInput } from "../module.js";

function read(): Uint8Array<ArrayBuffer> {
  try {
    // CommonJS has no such URL, and shares the file of ESM.
    return readFileSync(
      typeof import.meta.url === "string"
        ? new URL("./formats.wasm", import.meta.url)
        : join(__dirname, "../../../esm/formats.wasm"),
    );
  } catch (cause) {
    throw new GateNotReadyError("`formats.wasm` is not beside this program: `await init(...)`, which is `initModule` in `/policy`, with the package's file", { cause });
  }
}

const use = smallModule(bind);
use.later(() => new WebAssembly.Module(read()));

/**
 * Compiles the module of the formats without blocking. Never needed, unless the program is bundled: then the
 * module is given, as bytes, a `WebAssembly.Module`, a `Response` or a URL.
 */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  use.now(await compile(input ?? read()));
}

export * from "../formats/api.js";
