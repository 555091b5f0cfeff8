// A copy that nobody else holds.

import { put } from "./own.js";
import { InvalidValue, shapeOf, THREW, type Shape } from "./shape.js";
import { MAX_LENGTH } from "./stringify.js";

/** How deep a copy goes; the gate refuses far less. */
const MAX_DEPTH = 80;

/**
 * A frozen deep copy of objects, arrays and dates, each property read once. Members that are `undefined` are left
 * out, as they are in what is checked. An object that JSON cannot hold becomes an {@link InvalidValue}, which the gate
 * refuses: the object itself could be another one by the time the gate looks. So does one with more members than a
 * text of that many characters can hold, before they are copied.
 */
export function snapshot(value: unknown, maxLength = MAX_LENGTH): unknown {
  return new Copier(maxLength).copy(value, 0);
}

/** The same for the arguments of a function. */
export function snapshots(values: readonly unknown[], maxLength = MAX_LENGTH): readonly unknown[] {
  const copier = new Copier(maxLength);
  return Object.freeze(values.map((value) => copier.copy(value, 0)));
}

class Copier {
  /** One copy of each object, however many lead to it. */
  readonly #copies = new Map<object, unknown>();
  #members = 0;

  constructor(private readonly maxMembers: number) {}

  copy(value: unknown, depth: number): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (this.#copies.has(value)) return this.#copies.get(value);
    if (depth > MAX_DEPTH) return TOO_DEEP;
    // What leads back to itself has no end.
    this.#copies.set(value, TOO_DEEP);
    const copy = this.#made(value, depth);
    this.#copies.set(value, copy);
    return copy;
  }

  #made(object: object, depth: number): unknown {
    const shape = reading(() => (this.#isTooLong(object) ? TOO_LARGE : shapeOf(object))) as Shape;
    if (typeof shape === "number" || Array.isArray(shape)) {
      this.#members += typeof shape === "number" ? shape : shape.length;
      // Each has at least a character.
      if (this.#members > this.maxMembers) return TOO_LARGE;
    }
    if (typeof shape === "number") {
      const copy: unknown[] = [];
      for (let index = 0; index < shape; index += 1) put(copy, String(index), this.#member(object, index, depth));
      return Object.freeze(copy);
    }
    if (!Array.isArray(shape)) return shape;
    const copy = {};
    for (const key of shape as readonly string[]) {
      const member = this.#member(object, key, depth);
      // A function in this place could make something else of the whole.
      if (key === "toJSON" && typeof member === "function") return TO_JSON;
      if (member !== undefined) put(copy, key, member);
    }
    return Object.freeze(copy);
  }

  /** Told by the length alone: an array lists its elements before anything else is known of them. */
  #isTooLong(object: object): boolean {
    // An element is a character and a comma at least.
    return Array.isArray(object) && object.length > Math.min(this.maxMembers - this.#members, this.maxMembers / 2);
  }

  #member(object: object, key: string | number, depth: number): unknown {
    return this.copy(reading(() => (object as { readonly [key: string | number]: unknown })[key]), depth + 1);
  }
}

function reading(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return THREW;
  }
}

const TOO_DEEP = new InvalidValue("nesting_too_deep", "objects and arrays are nested too deep, or lead back to themselves");
const TOO_LARGE = new InvalidValue("event_too_large", "there are more values than the policy allows");
const TO_JSON = new InvalidValue("wrong_type", "an object with a `toJSON` is not a JSON value");
