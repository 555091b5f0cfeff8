// Where questions wait.

import type { State } from "./types.js";

/** A question as a store keeps it. */
export interface Stored {
  readonly id: string;
  readonly state: State;
  /** From when on an answer is late, in Unix milliseconds. */
  readonly expiresMs: number;
  /** The record as JSON text, {@link withoutValues} as soon as the question is closed. */
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
   * Closes a question and forgets its event and, by {@link withoutValues}, what its record shows of it: true for
   * exactly one caller, and only if it was open. This is what makes an answer count once, so it has to be one
   * step, for all processes.
   */
  close(id: string, state: State, by: string | undefined, atMs: number): boolean | Promise<boolean>;
}

/**
 * The record of a question that is closed. Of the question, the arguments, the warnings about them, the subject and
 * the text are emptied; what tells which question it was, and what it was about, stays.
 */
export function withoutValues(record: string): string {
  const { question, ...rest } = JSON.parse(record) as { question: object };
  return JSON.stringify({ ...rest, question: { ...question, subject: null, arguments: [], warnings: [], text: "" } });
}

/** As many closed questions are kept, the last ones: an answer to one that is forgotten is to an unknown one. */
const MAX_CLOSED = 1000;

/** Questions in memory, for tests: they are gone with the process, and no other one sees them. */
export class MemoryStore implements Store {
  readonly #open = new Map<string, Stored>();
  /** In the order in which they were closed. */
  readonly #closed = new Map<string, Stored>();

  /** Keeps a new question. */
  add(stored: Stored): void {
    (stored.state === "open" ? this.#open : this.#closed).set(stored.id, stored);
  }

  /** Finds a question; of the closed ones, those that were closed last. */
  get(id: string): Stored | undefined {
    return this.#open.get(id) ?? this.#closed.get(id);
  }

  /** Every question that is open. */
  open(): Stored[] {
    return [...this.#open.values()].sort((one, other) => one.expiresMs - other.expiresMs || (one.id < other.id ? -1 : 1));
  }

  /** Closes a question: true for exactly one caller. */
  close(id: string, state: State, _by: string | undefined, _atMs: number): boolean {
    const stored = this.#open.get(id);
    if (stored === undefined) return false;
    this.#open.delete(id);
    this.#closed.set(id, { ...stored, state, record: withoutValues(stored.record), event: undefined });
    const [oldest] = this.#closed.keys();
    if (this.#closed.size > MAX_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
    return true;
  }
}
