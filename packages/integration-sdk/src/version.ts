// Whether an engine is the one that this package was made with.

import { own } from "./own.js";
import { GATE_VERSION } from "./words.js";

/**
 * An engine of another version may decide otherwise than this package documents; one that does not answer is
 * refused. `marked` is any decision of the engine, with one character in front.
 */
export function expectThisVersion(what: string, marked: string): void {
  if (own(JSON.parse(marked.slice(1)), "gate_version") !== GATE_VERSION) {
    throw new TypeError(`it is no ${what} of the version ${GATE_VERSION}`);
  }
}
