// What callers give: documents as text, as bytes or as objects, and options under JavaScript's names.

import { asText, fromUtf8, isBytes, ownBytes, write, type Written } from "../stringify.js";
import { wrongUse } from "../wrong-use.js";

/** A JSON document: its text, the bytes of its text in UTF-8, or an object to be written as JSON. */
export type JsonDocument = string | Uint8Array | object;

/** The text of a JSON document, or its faults. An object may be written with at most `maxLength` characters. */
export function documentText(argument: string, document: unknown, maxLength?: number): Written {
  if (typeof document !== "string" && (typeof document !== "object" || document === null)) {
    throw wrongUse(argument, document, "JSON text, its bytes in a `Uint8Array`, or an object is allowed");
  }
  return valueText(document, maxLength);
}

/** The same for any JSON value, which is written up to a number of characters. A string is JSON text. */
export function valueText(value: unknown, maxLength?: number): Written {
  if (typeof value === "string") return asText(value);
  return isBytes(value) ? fromUtf8(value) : write(value, maxLength);
}

/** The text of a document whose digest is over its text, so that an object would not do. */
export function exactText(argument: string, document: unknown): Written {
  if (typeof document === "string") return asText(document);
  if (isBytes(document)) return fromUtf8(document);
  throw wrongUse(argument, document, "its text or the bytes of that in a `Uint8Array` are allowed: a digest is taken of them");
}

/** The bytes of a document whose digest is over its bytes. */
export function exactBytes(argument: string, document: unknown): Uint8Array {
  if (isBytes(document)) return ownBytes(document);
  throw wrongUse(argument, document, "its bytes in a `Uint8Array` are allowed: a digest is taken of them");
}

/** A string that every engine sees alike. */
export function word(argument: string, value: unknown, allowed = "a string is allowed"): string {
  if (typeof value !== "string") throw wrongUse(argument, value, allowed);
  if (asText(value).faults !== undefined) {
    throw new TypeError(`\`${argument}\` holds half of a surrogate pair; well-formed text is allowed`);
  }
  return value;
}

/** One of these words. */
export function oneOf<Word extends string>(argument: string, value: unknown, words: readonly Word[]): Word {
  const listed = words.map((it) => `\`${it}\``).join(", ");
  if (typeof value !== "string") throw wrongUse(argument, value, `one of ${listed} is allowed`);
  if (!words.includes(value as Word)) throw new TypeError(`\`${argument}\` is another word; one of ${listed} is allowed`);
  return value as Word;
}

/** A time in whole Unix milliseconds. */
export function milliseconds(argument: string, time: unknown): number {
  const ms = typeof time === "number" || time instanceof Date ? Math.trunc(Number(time)) : NaN;
  if (Number.isSafeInteger(ms)) return ms;
  throw wrongUse(argument, time, "a date or Unix milliseconds are allowed");
}

/** For each option its name in JSON, or how its value becomes one. */
export type Names = { readonly [option: string]: string | readonly [name: string, become: (value: unknown) => unknown] };

/**
 * Options under their names in JSON, in an object that inherits nothing. What is `undefined` is absent; what is
 * not known is wrong use.
 */
export function named(argument: string, options: unknown, names: Names): { [name: string]: unknown } {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw wrongUse(argument, options, "an object is allowed");
  }
  const all = Object.create(null) as { [name: string]: unknown };
  for (const [option, value] of Object.entries(options)) {
    const known = Object.hasOwn(names, option) ? names[option] : undefined;
    if (known === undefined) {
      const allowed = Object.keys(names).map((it) => `\`${it}\``).join(", ");
      throw new TypeError(`\`${argument}\` has a member that is not known; allowed are ${allowed}`);
    }
    if (value === undefined) continue;
    if (typeof known === "string") all[known] = value;
    else all[known[0]] = known[1](value);
  }
  return all;
}

/** The text of what the caller means as an option: what JSON cannot hold is wrong use. */
export function optionText(argument: string, value: unknown): string {
  const { text, faults } = write(value);
  if (faults === undefined) return text;
  const [first] = JSON.parse(faults) as [{ message: string; path: (string | number)[] }];
  const path = first.path.map((step) => `/${step}`).join("");
  throw new TypeError(`\`${argument}\` cannot be written as JSON: ${first.message}${path === "" ? "" : ` at \`${path}\``}`);
}
