// What a tool is called in messages, errors and logs. Its name may come from a model, and hold what nobody should
// see, or what nobody can see.

/** Bytes of a name that is shown. The gate refuses longer ones. */
const MAX_BYTES = 256;

/**
 * The visible characters of a name that may be seen: the one in a decision, where the gate has masked a secret, or one
 * that the application itself gave. `undefined` without such a name.
 */
export function shownName(name: string | null | undefined): string | undefined {
  if (typeof name !== "string" || name.trim() === "") return undefined;
  // One byte for each character that is left. A backtick would end the name where it is shown.
  const visible = name.replace(/[^ -~]|`/gu, "?");
  return visible.length > MAX_BYTES ? `${visible.slice(0, MAX_BYTES - 3)}...` : visible;
}
