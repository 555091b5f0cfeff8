// A policy on its way into an engine, and what an engine says of a faulty one.

import { PolicyError } from "./errors.js";
import { own } from "./own.js";
import { asText, MAX_LENGTH, write } from "./stringify.js";
import type { Fault } from "./types.js";
import type { Mode } from "./words.js";

/** A policy and a mode as engines take them. */
export interface Settings {
  policy: string | undefined;
  mode: Mode | undefined;
}

const gates = new WeakMap<object, Settings>();

/** What a gate was made with, so that another engine can decide as it does. */
export function ofGate(gate: object, settings: Settings): void {
  gates.set(gate, settings);
}

/** The bytes of an event without a policy's own word. */
export const MAX_EVENT_BYTES = 1 << 20;

/** How long the text of an event may be that a gate with this policy, which is valid, reads. */
export function maxLength(policy: string | undefined): number {
  if (policy === undefined) return MAX_EVENT_BYTES;
  const given = own(JSON.parse(policy), "max_event_bytes");
  return typeof given === "number" ? given : MAX_EVENT_BYTES;
}

/** The same for a policy that may be faulty, which is told by who reads it. */
export function maxLengthIn(policy: string | undefined): number {
  try {
    return Math.min(maxLength(policy), MAX_LENGTH);
  } catch {
    return MAX_EVENT_BYTES;
  }
}

/** The same for a gate. */
export function maxLengthOf(gate: object): number {
  return maxLength(gates.get(gate)?.policy);
}

/** Writes the faults that the package found as JSON text. */
type HostFaults = (faults: string) => string;

/** The settings of a gate, or those of a policy. */
export function settingsOf(policy: object | undefined, hostFaults: HostFaults): Settings {
  const known = typeof policy === "object" ? gates.get(policy) : undefined;
  return known ?? { policy: policyText(policy, hostFaults), mode: undefined };
}

/**
 * The text of a policy, which is an object or JSON text.
 *
 * @throws {PolicyError} if it cannot be written as JSON.
 */
export function policyText(policy: object | string | undefined, hostFaults: HostFaults): string | undefined {
  if (policy === undefined) return undefined;
  const written = typeof policy === "string" ? asText(policy) : write(policy);
  if (written.faults === undefined) return written.text;
  throw new PolicyError(JSON.parse(hostFaults(written.faults)) as Fault[]);
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
