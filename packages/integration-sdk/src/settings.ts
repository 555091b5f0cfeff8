// Reads a policy for an engine, and turns the faults that an engine finds in it into an error.

import { PolicyError } from "./errors.js";
import { own } from "./own.js";
import { asText, faultList, fromUtf8, MAX_LENGTH, type Written, write } from "./stringify.js";
import type { Fault } from "./types.js";
import type { Mode } from "./words.js";

/** A policy and a mode as engines take them. */
export interface Settings {
  policy: string | undefined;
  mode: Mode | undefined;
  /** How long the text of an event may be that a gate with this policy reads. */
  maxLength: number;
}

const gates = new WeakMap<object, Settings>();

/** What a gate was made with, so that another engine can decide as it does. */
export function ofGate(gate: object, settings: Settings): void {
  gates.set(gate, settings);
}

/** The bytes of an event without a policy's own word. */
export const MAX_EVENT_BYTES = 1 << 20;

/** The settings with the text of a policy, which may be faulty: who reads it tells. */
export function settings(policy: string | undefined, mode?: Mode): Settings {
  return { policy, mode, maxLength: maxLengthIn(policy) };
}

function maxLengthIn(policy: string | undefined): number {
  if (policy === undefined) return MAX_EVENT_BYTES;
  try {
    const given = own(JSON.parse(policy), "max_event_bytes");
    return typeof given === "number" ? Math.min(given, MAX_LENGTH) : MAX_EVENT_BYTES;
  } catch {
    return MAX_EVENT_BYTES;
  }
}

/** How long the text of an event may be that this gate reads. */
export function maxLengthOf(gate: object): number {
  return gates.get(gate)?.maxLength ?? MAX_EVENT_BYTES;
}

/** Writes the faults that the package found as JSON text. */
type HostFaults = (faults: string) => string;

/** The settings of a gate, or those of a policy. */
export function settingsOf(policy: object | undefined, hostFaults: HostFaults): Settings {
  const known = typeof policy === "object" ? gates.get(policy) : undefined;
  return known ?? settings(policyText(policy, hostFaults));
}

/** The members of a `URL` that are read. Declared here, so that the types need neither those of pages nor of Node.js. */
export interface FileUrl {
  readonly href: string;
  readonly protocol: string;
}
declare const URL: { new (url: string): FileUrl };

/** What reads a file, in Node.js and what is like it. */
interface Files {
  readFileSync(url: FileUrl): Uint8Array;
}

/** What a string that cannot be JSON text was probably meant to be. */
const NOT_A_PATH = faultList(
  "invalid_json",
  "the text is not JSON: a string is the text of a policy and not the path of a file, for which a `file:` URL is allowed",
);

const NOT_UTF8 = "the file is not UTF-8; only UTF-8 is allowed";

/**
 * The text of a policy, which is an object, JSON text, or the URL of a file with such text.
 *
 * @throws {PolicyError} if it cannot be written as JSON.
 */
export function policyText(policy: object | string | undefined, hostFaults: HostFaults): string | undefined {
  if (policy === undefined) return undefined;
  const written = policy instanceof URL ? fromUtf8(bytesOf(policy), NOT_UTF8) : typeof policy === "string" ? givenText(policy) : write(policy);
  if (written.faults === undefined) return written.text;
  throw new PolicyError(JSON.parse(hostFaults(written.faults)) as Fault[]);
}

/** The bytes of a file. What keeps it from being read is thrown as it comes. */
function bytesOf(url: FileUrl): Uint8Array {
  const { process } = globalThis as unknown as { process?: { getBuiltinModule?(name: string): unknown } };
  const files = process?.getBuiltinModule?.("node:fs") as Files | undefined;
  if (files === undefined) throw new TypeError("`policy` is a URL, and there are no files here; its text is allowed");
  return files.readFileSync(url);
}

/** A text that is meant to be JSON. What does not even begin like an object is not a policy; the engine reads the others. */
function givenText(policy: string): Written {
  const written = asText(policy);
  if (written.faults !== undefined || policy.trimStart().startsWith("{")) return written;
  try {
    JSON.parse(policy);
    return written;
  } catch {
    return { text: undefined, faults: NOT_A_PATH };
  }
}

/** What an engine threw, if it is the faults of a policy: it tells them as JSON text. */
export function policyError(thrown: unknown): PolicyError | undefined {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  try {
    const faults = JSON.parse(text) as unknown;
    if (Array.isArray(faults)) return new PolicyError(faults as Fault[]);
  } catch {
    // A failure of its own.
  }
  return undefined;
}
