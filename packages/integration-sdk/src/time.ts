// The time of a check.

import { timeOf } from "./shape.js";

/**
 * A time in Unix milliseconds, now if absent; `NaN` for what is neither a date nor a number: `null` would be the year
 * 1970. A date is read once: it can be changed.
 */
export function unixTime(time: unknown): number {
  if (time === undefined) return Date.now();
  if (typeof time === "number") return time;
  return typeof time === "object" && time !== null ? (timeOf(time) ?? NaN) : NaN;
}
