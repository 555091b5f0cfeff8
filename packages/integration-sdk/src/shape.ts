// What JSON makes of an object: the elements of an array, the members of a plain object, the time of a date. An
// object of which something would be lost or changed is not one of these, and nothing is made of it.

import { isRoot } from "./own.js";
import type { FaultCode } from "./words.js";

/** Stands for what is not a JSON value, and says why. It is always refused: nobody else makes or changes one. */
export class InvalidValue {
  // A mark that no other object can get.
  readonly #mark = true;

  constructor(
    readonly code: FaultCode,
    readonly message: string,
  ) {
    Object.freeze(this);
  }

  static is(object: object): object is InvalidValue {
    return #mark in object;
  }
}

/** An array by its length, a plain object by its keys, a date by a copy of it. */
export type Shape = number | readonly string[] | Date | InvalidValue;

/** What an object is. It throws what a proxy throws; the members themselves are not read. */
export function shapeOf(object: object): Shape {
  if (InvalidValue.is(object)) return object;
  const prototype = Object.getPrototypeOf(object) as object | null;
  if (Array.isArray(object)) return arrayShape(object, prototype);
  if (prototype !== null && !isRoot(prototype)) return dateOf(object) ?? noValue(describe(object));
  // Its own `toJSON` is met among its members.
  if (prototype !== null && hasToJson(prototype)) return noValue(describe(object));
  const keys = Object.keys(object);
  if (memberCount(object) === keys.length) return keys;
  return Object.getOwnPropertySymbols(object).length > 0 ? SYMBOL_KEY : HIDDEN;
}

function arrayShape(array: readonly unknown[], prototype: object | null): Shape {
  const { length } = array;
  const keys = Object.keys(array);
  // As many keys as elements, the last of them that of the last element, and beside them only `length`.
  const whole = keys.length === length && (length === 0 || keys[length - 1] === String(length - 1));
  const alone = memberCount(array) === length + 1;
  return whole && alone && isArrayPrototype(prototype) && !hasToJson(prototype) ? length : NO_LIST;
}

/** How many members of its own an object has, the hidden ones too. In two calls, which engines do faster than one. */
function memberCount(object: object): number {
  return Object.getOwnPropertyNames(object).length + Object.getOwnPropertySymbols(object).length;
}

/** That of arrays, in whatever realm, is an array itself; that of a class is not one. */
function isArrayPrototype(prototype: object | null): prototype is object {
  return prototype === Array.prototype || (Array.isArray(prototype) && isRoot(Object.getPrototypeOf(prototype) as object));
}

function hasToJson(object: object): boolean {
  return typeof (object as { toJSON?: unknown }).toJSON === "function";
}

/** A date that nothing was put on, and whose class writes it as dates are written. */
function dateOf(object: object): Date | InvalidValue | undefined {
  const time = timeOf(object);
  if (time === undefined) return undefined;
  if (Number.isNaN(time)) return noValue("an invalid date");
  if (memberCount(object) > 0 || !isWrittenAsDate(object)) {
    return noValue("a date with further members, or with a `toJSON` of its class,");
  }
  return new Date(time);
}

/** The time of a date, of whatever realm. */
export function timeOf(object: object): number | undefined {
  try {
    return Date.prototype.getTime.call(object);
  } catch {
    return undefined;
  }
}

/** Whether no class between it and the dates of its realm says how it is written. */
function isWrittenAsDate(date: object): boolean {
  const prototype = Object.getPrototypeOf(date) as object | null;
  if (prototype === null || isDatePrototype(prototype)) return prototype !== null;
  if (Object.hasOwn(prototype, "toJSON") || Object.hasOwn(prototype, "toISOString")) return false;
  return isWrittenAsDate(prototype);
}

function isDatePrototype(object: object): boolean {
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype !== null && isRoot(prototype) && Object.hasOwn(object, "getTimezoneOffset");
}

/** What is said of an object of a class. */
export function describe(object: object): string {
  const tag = Object.prototype.toString.call(object).slice(8, -1);
  if (/^(Map|Set|WeakMap|WeakSet|Promise|RegExp|Error|ArrayBuffer|DataView|\w+Array)$/.test(tag)) {
    return /^[AEIOU]/.test(tag) ? `an ${tag}` : `a ${tag}`;
  }
  return "an object of a class, or with a `toJSON`,";
}

function noValue(what: string): InvalidValue {
  return new InvalidValue("wrong_type", `${what} is not a JSON value`);
}

const NO_LIST = noValue("an array with holes, further members, a `toJSON` or a class of its own");
const SYMBOL_KEY = noValue("a member whose key is a symbol");
const HIDDEN = noValue("a member that is not enumerable");

/** Stands for what threw when it was looked at. */
export const THREW = new InvalidValue("wrong_type", "reading this value threw an error");
