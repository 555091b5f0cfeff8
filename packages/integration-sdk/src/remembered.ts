// The decisions that this package made. Whether one lets its call run was known when it was made. If it is asked
// about later and was not changed, it is compared with what it was, which costs less than to evaluate it again.

import type { Decision } from "./types.js";

/** How a decision was made. */
export interface DecisionOrigin {
  /** The text of the event that it is about; absent for what was not an event. */
  event: string | undefined;
  /** How long the text of an event could be. */
  maxLength: number;
  /** Whether the call may run. */
  executes: boolean;
}

const origins = new WeakMap<object, DecisionOrigin & { parts: readonly unknown[] }>();

/** Remembers how a decision was made, until the decision itself is collected. Call it before anybody can change it. */
export function remember(decision: Decision, origin: Omit<DecisionOrigin, "executes">): void {
  const executes = decision.gate_decision === "pass";
  const parts: unknown[] = [];
  // What lets nothing run is never compared.
  if (executes) addParts(decision, parts);
  origins.set(decision, { ...origin, executes, parts });
}

/**
 * How a decision was made, if it was made here and either lets nothing run or is unchanged. Every other decision is
 * evaluated by the core.
 */
export function recall(decision: unknown): DecisionOrigin | undefined {
  if (typeof decision !== "object" || decision === null) return undefined;
  const origin = origins.get(decision);
  if (origin === undefined) return undefined;
  // Nothing that is changed in it later makes it let its call run.
  if (!origin.executes) return origin;
  return new Comparison(origin.parts).isNext(decision) ? origin : undefined;
}

/** Marks an array: its length follows. The symbol is unique, so no value of a document can be mistaken for it. */
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

/** Compares a document with the parts that it had, in one pass that stops at the first difference. */
class Comparison {
  #at = 0;

  constructor(private readonly parts: readonly unknown[]) {}

  isNext(value: unknown): boolean {
    const part = this.parts[this.#at++];
    if (typeof value !== "object" || value === null) return Object.is(value, part);
    // `JSON.stringify` would write what `toJSON` returns, not the members that are compared here.
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
