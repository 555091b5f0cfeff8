// Where questions wait.

import type { State } from "./types.js";

/** A question as a store keeps it. */
export interface Stored {
  readonly id: string;
  readonly state: State;
  /** From when on an answer is late, in Unix milliseconds. */
  readonly expiresMs: number;
  /** The record as JSON text. */
  readonly record: string;
  /** The event as JSON text, only while the question is open. */
  readonly event: string | undefined;
}

/** Where questions wait. For a database of your own, write these four methods. */
export interface Store {
  /** Keeps a new question. */
  add(stored: Stored): void | Promise<void>;
  /** Finds a question, whatever its state. */
  get(id: string): Stored | undefined | Promise<Stored | undefined>;
  /** Every question that is open, the one that ends first in front. */
  open(): Stored[] | Promise<Stored[]>;
  /**
   * Closes a question and forgets its event: true for exactly one caller, and only if it was open. This is
   * what makes an answer count once, so it has to be one step, for all processes.
   */
  close(id: string, state: State, by: string | undefined, atMs: number): boolean | Promise<boolean>;
}

/** Questions in memory, for tests: they are gone with the process, and no other one sees them. */
export class MemoryStore implements Store {
  readonly #kept = new Map<string, Stored>();

  /** Keeps a new question. */
  add(stored: Stored): void {
    this.#kept.set(stored.id, stored);
  }

  /** Finds a question. */
  get(id: string): Stored | undefined {
    return this.#kept.get(id);
  }

  /** Every question that is open. */
  open(): Stored[] {
    const open = [...this.#kept.values()].filter((stored) => stored.state === "open");
    return open.sort((one, other) => one.expiresMs - other.expiresMs || (one.id < other.id ? -1 : 1));
  }

  /** Closes a question: true for exactly one caller. */
  close(id: string, state: State, _by: string | undefined, _atMs: number): boolean {
    const stored = this.#kept.get(id);
    if (stored?.state !== "open") return false;
    this.#kept.set(id, { ...stored, state, event: undefined });
    return true;
  }
}
