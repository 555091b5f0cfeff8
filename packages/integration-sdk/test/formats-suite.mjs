// The cases of the formats, read in place. Numbers that JavaScript would spell otherwise, or round, are
// kept as they stand, so that every language hands over the same text.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sha256 } from "./suite.mjs";

export const folder = join(root, "tests/conformance/formats");

/** Stands in front of a number that is kept as text. */
const KEPT = "\u0001";

/** Reads JSON, and keeps what `JSON.parse` would change. */
export function exact(text) {
  const kept = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"\\u0001${token}"`,
  );
  return JSON.parse(kept);
}

/** Writes what `exact` read: compact, keys in order. */
export const compact = (value) => JSON.stringify(value).replace(/"\\u0001([^"]*)"/g, "$1");

/** Whether nothing of it is kept as text: JavaScript has the value itself. */
export const isPlain = (value) => !JSON.stringify(value).includes("\\u0001");

/** The same with numbers by value, where JavaScript has them. */
export function byValue(value) {
  if (typeof value === "string" && value.startsWith(KEPT)) {
    const number = Number(value.slice(1));
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
  }
  if (Array.isArray(value)) return value.map(byValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, byValue(it)]));
}

/** A file of cases. */
export const read = (file) => exact(readFileSync(join(folder, file), "utf8"));

/** A list of cases, under a key of the file or the file itself. An empty one is an error unless `some`. */
export function cases(file, key, { some = false } = {}) {
  const list = (key === undefined ? read(file) : read(file)[key]) ?? [];
  assert.ok(Array.isArray(list) && (some || list.length > 0), `${file} has no ${key ?? "cases"}`);
  return list;
}

export const bytesOf = (file) => new Uint8Array(readFileSync(join(folder, "tool_request", file)));

/** The files of a folder as a host would measure them. */
export const measured = (name) =>
  readdirSync(join(folder, "tool_request", name)).map((file) => {
    const bytes = readFileSync(join(folder, "tool_request", name, file));
    return { name: file, size: bytes.length, sha256: sha256(bytes) };
  });

/** JavaScript's names for those of JSON. */
export const camel = (object) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.replace(/_(.)/g, (_, it) => it.toUpperCase()), value]));

/** What a call of the package gives, and the texts of the module out of which it was read. */
export function answered(call) {
  const { parse } = JSON;
  const texts = [];
  JSON.parse = (text, ...more) => {
    texts.push(text);
    return parse(text, ...more);
  };
  try {
    return { found: call(), texts };
  } finally {
    JSON.parse = parse;
  }
}
