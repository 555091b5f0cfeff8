// The decisions that this package made and handed out. Whether one lets its call run was settled when
// it was made; asked for it again, there is no need to read the whole decision a second time, as long
// as it still says what it said.

import type { Decision } from "./types.js";

/** A decision as it was made. */
export interface Made {
  /** What it said, byte for byte. */
  text: string;
  /** The text of the event that it is about; absent for what was no event. */
  event: string | undefined;
  /** Whether the call may run. */
  executes: boolean;
}

const made = new WeakMap<object, Made>();

/** Keeps in mind how a decision was made, for as long as somebody holds it. */
export function remember(decision: Decision, how: Made): void {
  made.set(decision, how);
}

/**
 * How a decision was made, if it was made here and was not changed since. `text` is what it says now, strictly
 * written: `JSON.stringify` would ask a hidden `toJSON` for it. Everything else is for the core to judge.
 */
export function recall(decision: unknown, text: string): Made | undefined {
  if (typeof decision !== "object" || decision === null) return undefined;
  const how = made.get(decision);
  return how?.text === text ? how : undefined;
}
