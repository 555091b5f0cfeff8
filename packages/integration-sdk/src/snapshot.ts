// A copy that nobody else holds.

import { isPlain, timeOf } from "./stringify.js";

/** How deep a copy goes; the gate refuses far less. */
const MAX_DEPTH = 80;

/**
 * A frozen deep copy of objects and arrays, each property read once. Members that are `undefined` are
 * left out, as they are in what is checked. What is neither plain object nor array nor date stays as
 * it is: the gate refuses it.
 */
export function snapshot(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    // An array with holes or further members is left for the gate to refuse.
    if (depth > 0 && Object.keys(value).length !== value.length) return value;
    return Object.freeze(Array.from(value, (item) => snapshot(item, depth + 1)));
  }
  if (!isPlain(value)) {
    const time = timeOf(value);
    return time === undefined ? value : new Date(time);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) return value;
  const copy: { [key: string]: unknown } = {};
  for (const key of Object.keys(value)) {
    const member = snapshot((value as { [key: string]: unknown })[key], depth + 1);
    if (member !== undefined) Object.defineProperty(copy, key, { value: member, enumerable: true });
  }
  return Object.freeze(copy);
}
