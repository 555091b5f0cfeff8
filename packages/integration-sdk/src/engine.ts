// Where the decisions are made: in the WebAssembly module or in the native addon. Both take and give
// text, and both give the same bytes.

import { GateNotReadyError } from "./errors.js";

/** A gate inside an engine. A text of a decision has `1` in front if the call may run, else `0`. */
export interface EngineGate {
  check(event: string, now: number): string;
  /** The place of the route in `ROUTES`, and 4 more if the call may run. */
  verdict(event: string, now: number): number;
  checkBytes(event: Uint8Array, now: number): string;
  refuse(faults: string, now: number): string;
}

/** The functions of the core. */
export interface Engine {
  readonly Gate: new (policy?: string, mode?: string) => EngineGate;
  shouldExecute(decision: string, event?: string): boolean;
  executionPolicy(decision: string, mode: string): string;
  validate(event: string): string;
  validateBytes(event: Uint8Array): string;
  hostFaults(faults: string): string;
}

/** Which engine decides, and why that one. */
export interface EngineInfo {
  kind: "wasm" | "native";
  /** Why the addon is not used although it was asked for. */
  reason?: string;
}

/** Where an engine comes from. */
export interface Source {
  info: EngineInfo;
  /** Makes a fresh engine, at once; throws if that is not possible. */
  start(): Engine;
}

let source: Source | undefined;
let running: Engine | undefined;
let generation = 0;

/** From now on the engine comes from here. */
export function use(next: Source): void {
  source = next;
  stop();
}

/** Throws the engine away. The next call gets a fresh one. */
export function stop(): void {
  running = undefined;
  generation += 1;
}

/** The engine, started if need be. */
export function engine(): Engine {
  if (running === undefined) {
    if (source === undefined) {
      throw new GateNotReadyError("the gate is not loaded: `await init()` before the first check");
    }
    try {
      running = source.start();
    } catch (error) {
      if (error instanceof GateNotReadyError) throw error;
      throw new GateNotReadyError(
        `the gate cannot be loaded (${String(error)}); in a page, \`await init()\` first, and a content security policy needs 'wasm-unsafe-eval'`,
        { cause: error },
      );
    }
  }
  return running;
}

/** Counts the engines: what was made in an earlier one is gone. */
export function engineGeneration(): number {
  return generation;
}

/** Which engine decides: the WebAssembly module or the native addon. */
export function engineInfo(): EngineInfo {
  if (source === undefined) return { kind: "wasm", reason: "nothing is loaded yet: `await init()`" };
  return { ...source.info };
}
