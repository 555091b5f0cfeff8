// Writing a value as JSON text, strictly: what `JSON.stringify` would silently drop or change is a
// fault with its place. Every property is read once, so that what was written is what was there.
//
// Two things are taken as JavaScript means them: a member that is `undefined` is absent, and a `Date`
// is its ISO string. An integer of any size may be a `bigint`; a `number` beyond 2^53 may have been
// rounded before it came here, and is refused.

import { describe, InvalidValue, shapeOf } from "./shape.js";
import type { FaultCode } from "./words.js";

/** Levels of objects and arrays, as the gate allows them. */
const MAX_DEPTH = 64;

/** No policy allows more bytes, so there is no need to write more characters. */
export const MAX_LENGTH = 1 << 24;

/** Faults beyond these are not told. */
const MAX_FAULTS = 64;

/**
 * A text, or what kept the value from being one: a list of faults as the engine's `refuse` takes it, as JSON text. It
 * always has both members, so that none is inherited.
 */
export type Written = { text: string; faults: undefined } | { text: undefined; faults: string };

/**
 * Writes any value, up to a number of characters: no text is shorter in bytes. A value to which many ways lead is
 * written for each of them, so what is looked at is counted while it is. Never throws.
 */
export function write(value: unknown, maxLength = MAX_LENGTH): Written {
  const writer = new Writer(maxLength);
  let text: string | undefined;
  try {
    text = writer.value(value, 0);
  } catch (error) {
    if (error !== FULL) writer.note("wrong_type", "reading this value threw an error");
  }
  if (writer.faults.length > 0) return { text: undefined, faults: `[${writer.faults.join()}]` };
  return { text: text ?? "null", faults: undefined };
}

/** A list with one fault, that of the whole value. */
export function faultList(code: FaultCode, message: string): string {
  return `[${faultText(code, message, [])}]`;
}

/** Put together from strings: what every object inherits has no say in it. */
function faultText(code: FaultCode, message: string, path: readonly (string | number)[]): string {
  const steps = path.map((step) => (typeof step === "number" ? String(step) : JSON.stringify(wellFormed(step))));
  return `{"code":"${code}","message":${JSON.stringify(message)},"path":[${steps.join()}]}`;
}

/** What a value has at least: a character, and the comma or the bracket in front of it. */
const SEPARATED = 2;

/** Integers that are written sooner than they are held against a bound. */
const SMALL = 1n << 65_536n;

const FULL = Symbol("enough faults, or too much text");

/** What `JSON.stringify` escapes, and surrogates, which have to come in pairs. */
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?:[^\ud800-\udbff]|^)[\udc00-\udfff]/;

/** Whether a string holds half of a surrogate pair, which no UTF-8 text can hold. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE.test(text);
}

/** A text as it is: half a surrogate pair would be replaced on the way, and another text checked. */
export function asText(text: string): Written {
  if (!hasLoneSurrogate(text)) return { text, faults: undefined };
  return { text: undefined, faults: faultList("lone_surrogate", "the text holds half of a surrogate pair") };
}

/** Declared here, so that the types need neither those of pages nor of Node.js. */
declare const TextDecoder: {
  new (label: "utf-8", options: { fatal: true; ignoreBOM: true }): { decode(bytes: Uint8Array): string };
};

/** The text of bytes. What is not UTF-8 is never repaired: another text would be checked. */
export function fromUtf8(bytes: Uint8Array, message = "the bytes are not UTF-8"): Written {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, faults: undefined };
  } catch {
    return { text: undefined, faults: faultList("invalid_utf8", message) };
  }
}

const kindOfArray = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get;

/** Whether these are bytes, of whatever realm. The array says so itself, whatever was put on it. */
export function isBytes(value: unknown): value is Uint8Array {
  return kindOfArray?.call(value) === "Uint8Array";
}

/**
 * Bytes that nobody else holds, as many as there are: memory that workers share may change while it is read, and a
 * length that was put on an array is not that of its bytes. A detached buffer has no bytes.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch {
    return new Uint8Array();
  }
}

class Writer {
  readonly faults: string[] = [];
  private readonly steps: (string | number)[] = [];
  // The first value has nothing in front.
  private length = -1;
  /** What was looked at, whether or not it is in the text. */
  private looks = 0;

  constructor(private readonly maxLength: number) {}

  value(value: unknown, depth: number): string {
    // However short, each value is a character, and a comma or a bracket: what has no end ends.
    this.count(SEPARATED);
    switch (typeof value) {
      case "string":
        return this.string(value);
      case "number":
        return this.number(value);
      case "boolean":
        return this.counted(value ? "true" : "false");
      case "bigint":
        return this.bigint(value);
      case "object":
        return value === null ? this.counted("null") : this.object(value, depth);
      default:
        return this.fault("wrong_type", `${NAMES[typeof value] ?? "this"} is not a JSON value`);
    }
  }

  /** Adds a fault, and goes on. */
  fault(code: FaultCode, message: string): string {
    this.note(code, message);
    if (this.faults.length >= MAX_FAULTS) throw FULL;
    return "null";
  }

  /** Adds a fault. */
  note(code: FaultCode, message: string): void {
    this.faults.push(faultText(code, message, this.steps));
  }

  private string(text: string): string {
    this.count(text.length);
    if (!SPECIAL.test(text)) return `"${text}"`;
    if (hasLoneSurrogate(text)) return this.fault("lone_surrogate", "a string holds half of a surrogate pair");
    return JSON.stringify(text);
  }

  private number(number: number): string {
    if (!Number.isFinite(number)) {
      return this.fault("number_out_of_range", "a number is not finite; only finite numbers are allowed");
    }
    if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
      return this.fault(
        "number_out_of_range",
        "an integer beyond 2^53 may have been rounded; a bigint or a string keeps every digit",
      );
    }
    return this.counted(number === 0 && Object.is(number, -0) ? "-0" : String(number));
  }

  /** Each digit takes less than four bits, so whatever has more bits is too long: it is not written in order to see. */
  private bigint(bigint: bigint): string {
    if (bigint > SMALL || bigint < -SMALL) {
      const most = 1n << BigInt(4 * Math.max(this.maxLength - this.length, 1));
      if (bigint >= most || bigint <= -most) this.full();
    }
    return this.counted(bigint.toString());
  }

  private object(object: object, depth: number): string {
    if (depth >= MAX_DEPTH) {
      return this.fault("nesting_too_deep", `objects and arrays are nested deeper than ${MAX_DEPTH} levels`);
    }
    if (Array.isArray(object)) this.lookAtAll(object.length);
    const shape = shapeOf(object);
    if (typeof shape === "number") return this.array(object as readonly unknown[], shape, depth + 1);
    if (InvalidValue.is(shape)) return this.fault(shape.code, shape.message);
    if (shape instanceof Date) return this.counted(`"${shape.toISOString()}"`);
    this.look(shape.length);
    let text = "";
    for (const key of shape) {
      this.steps.push(key);
      const value = (object as { [key: string]: unknown })[key];
      if (key === "toJSON" && typeof value === "function") {
        this.steps.pop();
        return this.fault("wrong_type", `${describe(object)} is not a JSON value`);
      }
      if (value !== undefined) {
        const written = this.string(key);
        text += `${text === "" ? "" : ","}${written}:${this.value(value, depth + 1)}`;
      }
      this.steps.pop();
    }
    return `{${text}}`;
  }

  private array(array: readonly unknown[], length: number, depth: number): string {
    let text = "";
    for (let index = 0; index < length; index += 1) {
      this.steps.push(index);
      text += `${index === 0 ? "" : ","}${this.value(array[index], depth)}`;
      this.steps.pop();
    }
    return `[${text}]`;
  }

  /** What a value is written as. Its first character is counted already. */
  private counted(text: string): string {
    this.count(text.length - 1);
    return text;
  }

  private count(length: number): void {
    this.length += length;
    if (this.length > this.maxLength) this.full();
  }

  /** A member that is `undefined` is in no text, and has been looked at all the same. */
  private look(members: number): void {
    this.looks += members;
    if (this.looks > this.maxLength) this.full();
  }

  /** Elements are looked at all at once, and each is to be in the text: their number is held against what is left. */
  private lookAtAll(elements: number): void {
    if (SEPARATED * elements > this.maxLength - this.length) this.full();
    this.look(elements);
  }

  private full(): never {
    this.steps.length = 0;
    this.note("event_too_large", `the text has more than ${this.maxLength} characters`);
    throw FULL;
  }
}

const NAMES: { [type: string]: string } = {
  undefined: "undefined",
  function: "a function",
  symbol: "a symbol",
};

function wellFormed(key: string): string {
  return hasLoneSurrogate(key) ? key.replace(/[\ud800-\udfff]/g, "\ufffd") : key;
}
