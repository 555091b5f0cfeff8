// Where questions wait.

import { own } from "../own.js";
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

/**
 * Where questions wait. For a database of your own, write the first four methods. Without the other two, every
 * question that is open is read instead.
 */
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
  /** The open questions about an event with this `request_id`, the one that ends first in front. */
  openByRequestId?(requestId: string): Stored[] | Promise<Stored[]>;
  /** Closes at most `limit` of those that are over. */
  closeExpired?(atMs: number, limit: number): void | Promise<void>;
}

/** Every open question about an event with this `request_id`. */
export async function about(store: Store, requestId: string): Promise<Stored[]> {
  const found = await (store.openByRequestId === undefined ? store.open() : store.openByRequestId(requestId));
  // Without its event, a question is of no known request.
  return found.filter((stored) => requestIdOf(stored.event) === requestId);
}

/** Closes some of the questions that nobody answered in time. */
export async function closeExpired(store: Store, atMs: number, limit: number): Promise<void> {
  if (store.closeExpired !== undefined) return await store.closeExpired(atMs, limit);
  const over = (await store.open()).filter((stored) => atMs >= stored.expiresMs);
  for (const { id } of over.slice(0, limit)) await store.close(id, "expired", undefined, atMs);
}

/** The `request_id` of an event, if the store keeps it and it is a text. */
export function requestIdOf(event: string | undefined): string | undefined {
  const found = event === undefined ? undefined : own(JSON.parse(event), "request_id");
  return typeof found === "string" ? found : undefined;
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
  /** The open ones by the `request_id` of their events. */
  readonly #asked = new Map<string | undefined, Map<string, Stored>>();

  /** Keeps a new question. */
  add(stored: Stored): void {
    if (stored.state !== "open") {
      this.#closed.set(stored.id, stored);
      return;
    }
    const requestId = requestIdOf(stored.event);
    const asked = this.#asked.get(requestId) ?? new Map<string, Stored>();
    this.#asked.set(requestId, asked.set(stored.id, stored));
    this.#open.set(stored.id, stored);
  }

  /** Finds a question; of the closed ones, those that were closed last. */
  get(id: string): Stored | undefined {
    return this.#open.get(id) ?? this.#closed.get(id);
  }

  /** Every question that is open. */
  open(): Stored[] {
    return inOrder(this.#open);
  }

  /** Every open question about an event with this `request_id`. */
  openByRequestId(requestId: string): Stored[] {
    return inOrder(this.#asked.get(requestId));
  }

  /** Closes a question: true for exactly one caller. */
  close(id: string, state: State, _by: string | undefined, _atMs: number): boolean {
    const stored = this.#open.get(id);
    if (stored === undefined) return false;
    const requestId = requestIdOf(stored.event);
    const asked = this.#asked.get(requestId);
    asked?.delete(id);
    if (asked?.size === 0) this.#asked.delete(requestId);
    this.#open.delete(id);
    this.#closed.set(id, { ...stored, state, record: withoutValues(stored.record), event: undefined });
    const [oldest] = this.#closed.keys();
    if (this.#closed.size > MAX_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
    return true;
  }

  /** Closes at most so many of those that are over. */
  closeExpired(atMs: number, limit: number): void {
    let left = limit;
    for (const { id, expiresMs } of this.#open.values()) {
      if (left <= 0) return;
      if (atMs < expiresMs) continue;
      this.close(id, "expired", undefined, atMs);
      left -= 1;
    }
  }
}

function inOrder(found: Map<string, Stored> | undefined): Stored[] {
  return [...(found?.values() ?? [])].sort((one, other) => one.expiresMs - other.expiresMs || (one.id < other.id ? -1 : 1));
}
