// Which evidence refs the host has checked itself.

import { wrongUse } from "./wrong-use.js";

/**
 * The positions in `evidence_refs` of the refs that the host has checked itself: an approval in the store in which it
 * was made, an auth event against its own session. Never take it from the agent. It counts where the policy says
 * `evidence: attested`.
 */
export type Attested = readonly number[];

/** The positions as the engines take them; none if absent. */
export function attestedIn(given: Attested | undefined): Uint32Array | undefined {
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) throw wrongUse("attested", given, "an array of positions in `evidence_refs` is allowed");
  const positions: readonly unknown[] = Array.from(given);
  for (const [at, position] of positions.entries()) {
    if (typeof position !== "number") throw wrongUse(`attested[${at}]`, position, "a number is allowed");
    if (!Number.isInteger(position) || position < 0 || position >= 2 ** 32) {
      throw new TypeError(`\`attested[${at}]\` is not a position; a whole number from 0 to ${2 ** 32 - 1} is allowed`);
    }
  }
  return positions.length === 0 ? undefined : Uint32Array.from(positions as readonly number[]);
}

/** The position of every ref, of a list that the host itself wrote down. */
export function allOf(refs: unknown): Attested {
  return Array.isArray(refs) ? Array.from(refs.keys()) : [];
}
