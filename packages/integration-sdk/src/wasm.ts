// The gate's engine in WebAssembly.

import { bind } from "../generated/glue.js";
import { type EngineInfo, use } from "./engine.js";
import { starter, type WasmModule } from "./module.js";

/** Uses a module that is compiled, at once or when the first call comes; `reason` says why this engine. */
export function useModule(module: () => WasmModule, reason?: string): void {
  const info: EngineInfo = reason === undefined ? { kind: "wasm" } : { kind: "wasm", reason };
  use({ info, start: starter(bind, module) });
}
