// Wrong use of a function is a `TypeError` that says which argument it is, and never shows its value.

/** Wrong use: what the argument is, and what it may be. */
export function wrongUse(argument: string, found: unknown, allowed: string): TypeError {
  return new TypeError(`\`${argument}\` is ${kindOf(found)}; ${allowed}`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === "Object" ? "an object" : `an object of the kind ${tag}`;
}
