// Whether an engine is the one that this package was made with.

import { own } from "./own.js";
import { GATE_VERSION } from "./words.js";

/**
 * An engine of another version would decide otherwise than this package says; what decides nothing is none. `marked` is
 * any decision of it, with one character in front.
 */
export function expectThisVersion(what: string, marked: string): void {
  if (own(JSON.parse(marked.slice(1)), "gate_version") !== GATE_VERSION) {
    throw new TypeError(`it is no ${what} of the version ${GATE_VERSION}`);
  }
}
