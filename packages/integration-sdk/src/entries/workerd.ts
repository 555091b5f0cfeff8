// For workerd, which compiles WebAssembly when a worker is deployed and never at run time.

import module from "./aana.wasm";
import { deployed } from "../module.js";
import { gateModule } from "../wasm.js";

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export const init = deployed(module, gateModule);

export * from "../api.js";
