// For workerd, which compiles WebAssembly when a worker is deployed and never at run time.

import { bind } from "../../generated/formats-glue.js";
import module from "./formats.wasm";
import { smallModule } from "../formats/engine.js";
import { deployed } from "../module.js";

/** There is nothing to wait for here. Takes the module from elsewhere if given. */
export const initModule = deployed(module, smallModule(bind));

export * from "../formats/api-policy.js";
