// The gate's engine in WebAssembly.

import { bind } from "../generated/glue.js";
import { type Engine, type EngineInfo, type Source, use, useStarted } from "./engine.js";
import { starter, type UseModule, type WasmModule } from "./module.js";

/** Uses a module that is compiled, at once or when the first call comes; `reason` says why this engine. */
export function useModule(module: () => WasmModule, reason?: string): void {
  use(sourceOf(module, reason));
}

/** The module of the gate. */
export const gateModule: UseModule = {
  later: useModule,
  now: (module) => useStarted(sourceOf(() => module)),
};

function sourceOf(module: () => WasmModule, reason?: string): Source {
  const info: EngineInfo = reason === undefined ? { kind: "wasm" } : { kind: "wasm", reason };
  return { info, start: starter<Engine>(bind, module, (engine) => new engine.Gate().check("{}", 0)) };
}
