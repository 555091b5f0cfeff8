// The decisions that this package made and handed out. Whether one lets its call run was settled when
// it was made; asked for it again, there is no need to judge the whole decision a second time, as long
// as it still says what it said.

import type { Decision } from "./types.js";

/** What is known of a decision since it was made. */
export interface Made {
  /** The text of the event that it is about; absent for what was not an event. */
  event: string | undefined;
  /** How long the text of an event could be. */
  maxLength: number;
  /** Whether the call may run. */
  executes: boolean;
}

const made = new WeakMap<object, Made & { parts: readonly unknown[] }>();

/** Keeps in mind how a decision was made, for as long as somebody holds it. It has to be fresh from `JSON.parse`. */
export function remember(decision: Decision, how: Omit<Made, "executes">): void {
  const executes = decision.gate_decision === "pass";
  const parts: unknown[] = [];
  // What lets nothing run is never compared.
  if (executes) addParts(decision, parts);
  made.set(decision, { ...how, executes, parts });
}

/**
 * How a decision was made, if it was made here and lets nothing run, or still says what it said. Everything else is
 * for the core to judge.
 */
export function recall(decision: unknown): Made | undefined {
  if (typeof decision !== "object" || decision === null) return undefined;
  const how = made.get(decision);
  if (how === undefined) return undefined;
  // Nothing that is changed in it later makes it let its call run.
  if (!how.executes) return how;
  return new Comparison(how.parts).isNext(decision) ? how : undefined;
}

/** Stands before the length of an array. Nothing outside of this file is the same. */
const ARRAY = Symbol("array");

/** Lists what a document consists of, in order: the keys of each object, the length of each array, and all other values. */
function addParts(value: unknown, parts: unknown[]): void {
  if (typeof value !== "object" || value === null) {
    parts.push(value);
  } else if (Array.isArray(value)) {
    parts.push(ARRAY, value.length);
    for (const item of value as unknown[]) addParts(item, parts);
  } else {
    const keys = Object.keys(value);
    parts.push(keys);
    for (const key of keys) addParts((value as { [key: string]: unknown })[key], parts);
  }
}

/** Reads a document once, beside the parts that it had. It ends where they differ, so it takes no longer than they. */
class Comparison {
  #at = 0;

  constructor(private readonly parts: readonly unknown[]) {}

  isNext(value: unknown): boolean {
    const part = this.parts[this.#at++];
    if (typeof value !== "object" || value === null) return Object.is(value, part);
    // Whoever writes it would be given something else.
    if ("toJSON" in value) return false;
    if (Array.isArray(value)) return part === ARRAY && this.#areNext(value);
    if (!Array.isArray(part)) return false;
    const keys = Object.keys(value);
    if (keys.length !== part.length) return false;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index]!;
      if (key !== part[index] || !this.isNext((value as { [key: string]: unknown })[key])) return false;
    }
    return true;
  }

  #areNext(items: readonly unknown[]): boolean {
    if (items.length !== this.parts[this.#at++]) return false;
    for (let index = 0; index < items.length; index += 1) if (!this.isNext(items[index])) return false;
    return true;
  }
}
