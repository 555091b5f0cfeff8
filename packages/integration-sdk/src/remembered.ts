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
  /** How long the text of an event could be. */
  maxLength: number;
  /** Whether the call may run. */
  executes: boolean;
}

const made = new WeakMap<object, Made>();

/** Keeps in mind how a decision was made, for as long as somebody holds it. */
export function remember(decision: Decision, how: Omit<Made, "executes">): void {
  made.set(decision, { ...how, executes: decision.gate_decision === "pass" });
}

/**
 * How a decision was made, if it was made here and still says what it said. Everything else is for the core to judge.
 */
export function recall(decision: unknown): Made | undefined {
  if (typeof decision !== "object" || decision === null) return undefined;
  const how = made.get(decision);
  if (how === undefined || !new Looking().saysItself(decision, 0)) return undefined;
  return JSON.stringify(decision) === how.text ? how : undefined;
}

/** More than any decision is deep, and than it has members. */
const MAX_DEPTH = 16;
const MAX_MEMBERS = 1 << 20;

/** Looks for what `JSON.stringify` would ask, instead of the thing itself. */
class Looking {
  #members = 0;

  saysItself(value: unknown, depth: number): boolean {
    if (typeof value === "bigint") return false;
    if (typeof value !== "object" || value === null) return true;
    if ("toJSON" in value || depth > MAX_DEPTH) return false;
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
    this.#members += members.length;
    return this.#members <= MAX_MEMBERS && members.every((member) => this.saysItself(member, depth + 1));
  }
}
