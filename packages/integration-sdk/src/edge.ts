// For edge routes of Next.js and what else goes by `edge-light`. The module is compiled when a route is
// built and never at run time; `?module` asks for it compiled.

import module from "./aana.wasm?module";
import { compile, useModule, type WasmInput } from "./wasm.js";

useModule(() => module);

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export async function init(input?: WasmInput | Promise<WasmInput>): Promise<void> {
  if (input === undefined) return;
  const given = await compile(input);
  useModule(() => given);
}

export * from "./api.js";
