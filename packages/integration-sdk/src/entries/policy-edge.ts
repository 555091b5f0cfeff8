// For edge routes of Next.js and what else goes by `edge-light`; `?module` asks for the module compiled.

import { bind } from "../../generated/formats-glue.js";
import module from "./formats.wasm?module";
import { smallModule } from "../formats/engine.js";
import { deployed } from "../module.js";

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export const initModule = deployed(module, smallModule(bind));

export * from "../formats/api-policy.js";
