// The time of a check.

/** A time in Unix milliseconds, now if absent; `NaN` for what is no time. A date is read once: it can be changed. */
export function unixTime(time: unknown): number {
  try {
    return time === undefined ? Date.now() : Number(time);
  } catch {
    return NaN;
  }
}
