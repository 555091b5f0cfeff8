// The validator for edge routes.

import { bind } from "../../generated/formats-arguments-glue.js";
import module from "./formats-arguments.wasm?module";
import { wholeModule } from "../formats/engine.js";
import { deployed } from "../module.js";

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export const init = deployed(module, wholeModule(bind));

export * from "../formats/api-arguments.js";
