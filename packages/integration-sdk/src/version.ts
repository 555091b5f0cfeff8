// Whether an engine is the one that this package was made with.

import { own } from "./own.js";
import { GATE_VERSION } from "./words.js";

/**
 * An engine of another version may decide otherwise than this package documents; one that does not answer is
 * refused. `decision` is any decision of the engine.
 */
export function expectThisVersion(what: string, decision: string): void {
  if (own(JSON.parse(decision), "gate_version") !== GATE_VERSION) {
    throw new TypeError(`it is not a ${what} of the version ${GATE_VERSION}`);
  }
}
