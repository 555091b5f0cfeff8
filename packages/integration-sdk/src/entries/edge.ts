// For edge routes of Next.js and what else goes by `edge-light`. The module is compiled when a route is
// built and never at run time; `?module` asks for it compiled.

import module from "./aana.wasm?module";
import { deployed } from "../module.js";
import { gateModule } from "../wasm.js";

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export const init = deployed(module, gateModule);

export * from "../api.js";
