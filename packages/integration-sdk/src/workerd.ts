// For workerd, which compiles WebAssembly when a worker is deployed and never at run time.

import module from "./aana.wasm";
import { compile, useModule, type WasmInput } from "./wasm.js";

useModule(() => module);

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  if (input === undefined) return;
  const given = await compile(input);
  useModule(() => given);
}

export * from "./api.js";
