// Where the decisions are made: in the WebAssembly module or in the native addon. Both take and give
// text, and both give the same bytes.

import { GateNotReadyError } from "./errors.js";

/** A gate inside an engine. Events, decisions and faults are JSON texts. */
export interface EngineGate {
  check(event: string, now: number, attested?: readonly number[] | Uint32Array): string;
  /** The place of the route in `ROUTES`, and 4 more if the call may run. */
  verdict(event: string, now: number, attested?: readonly number[] | Uint32Array): number;
  checkBytes(event: Uint8Array, now: number, attested?: readonly number[] | Uint32Array): string;
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
export interface Source<E = Engine> {
  info: EngineInfo;
  /** Makes a fresh engine, at once; throws if that is not possible. */
  start(): E;
}

/** The place of one engine: where it comes from, and the one that runs. */
export class Host<E> {
  source: Source<E> | undefined;
  /** Counts the engines: what was made in an earlier one is gone. */
  generation = 0;
  #running: E | undefined;

  /** `what` the engine is, in sentences. */
  constructor(private readonly what: string) {}

  /** From now on the engine comes from here. */
  use(next: Source<E>): void {
    this.source = next;
    this.stop();
  }

  /** The same, and the engine runs already. One that does not start is an error, and changes nothing. */
  useStarted(next: Source<E>): void {
    const running = next.start();
    this.use(next);
    this.#running = running;
  }

  /** Throws the engine away. The next call gets a fresh one. */
  stop(): void {
    this.#running = undefined;
    this.generation += 1;
  }

  /** The engine, started if need be. */
  engine(): E {
    if (this.#running === undefined) {
      if (this.source === undefined) {
        throw new GateNotReadyError(`${this.what} is not loaded: \`await init()\` before the first check`);
      }
      try {
        this.#running = this.source.start();
      } catch (error) {
        if (error instanceof GateNotReadyError) throw error;
        throw new GateNotReadyError(
          `${this.what} cannot be loaded (${String(error)}); in a page, \`await init()\` first, and a content security policy needs 'wasm-unsafe-eval'`,
          { cause: error },
        );
      }
    }
    return this.#running;
  }
}

const host = new Host<Engine>("the gate");

/** From now on the engine of the gate comes from here. */
export function use(next: Source): void {
  host.use(next);
}

/** The same, and the engine runs already. */
export function useStarted(next: Source): void {
  host.useStarted(next);
}

/** Throws the engine of the gate away. The next call gets a fresh one. */
export function stop(): void {
  host.stop();
}

/** The engine of the gate, started if need be. */
export function engine(): Engine {
  return host.engine();
}

/** Counts the engines of the gate. */
export function engineGeneration(): number {
  return host.generation;
}

/** Which engine decides: the WebAssembly module or the native addon. */
export function engineInfo(): EngineInfo {
  if (host.source === undefined) return { kind: "wasm", reason: "nothing is loaded yet: `await init()`" };
  return { ...host.source.info };
}
