// WebAssembly modules: from whatever the caller has to fresh instances.

import { expectThisVersion } from "./version.js";

/** A `WebAssembly.Module`. Only the types of pages know it, and declarations have to do without them. */
export type WasmModule = object;

/** What a WebAssembly module can be made from: itself, its bytes, a `Response`, or a `URL` or the text of one. */
export type WasmInput = object | string;

/** What wasm-bindgen wrote for a module. It is bound anew each time, since it holds on to one instance. */
export type Glue = () => { initSync(given: { module: WasmModule }): unknown };

/**
 * Starts fresh instances of a module that is compiled, at once or when the first one is asked for. The first one has to
 * decide something, which tells its version.
 */
export function starter<E>(glue: Glue, module: () => WasmModule, decide: (engine: E) => string): () => E {
  let compiled: WasmModule | undefined;
  return () => {
    const bound = glue();
    const given = compiled ?? module();
    bound.initSync({ module: given });
    if (compiled === undefined) expectThisVersion("module", decide(bound as E));
    compiled = given;
    return bound as E;
  };
}

/** Puts a module to use: when the first call comes, or at once. */
export interface UseModule {
  later(module: () => WasmModule): void;
  /** What does not start, or is of another version, is an error and changes nothing. */
  now(module: WasmModule): void;
}

/** Uses a module that was compiled when the program was deployed; what `init` then does is given. */
export function deployed(module: WasmModule, use: UseModule): (input?: WasmInput) => Promise<void> {
  use.later(() => module);
  return async (input) => {
    if (input !== undefined) use.now(await compile(input));
  };
}

/** Compiles a module from whatever the caller has. */
export async function compile(input: WasmInput | Promise<WasmInput>): Promise<WasmModule> {
  const given = await input;
  if (typeof given === "object" && isModule(given)) return given;
  if (typeof given === "string" || given instanceof URL) return compile(fetch(given));
  if (typeof Response === "function" && given instanceof Response) {
    if (!given.ok) throw new Error(`the module cannot be fetched: status ${given.status}`);
    const copy = given.clone();
    try {
      return await WebAssembly.compileStreaming(given);
    } catch {
      // A server that does not say `application/wasm`.
      return WebAssembly.compile(await copy.arrayBuffer());
    }
  }
  return WebAssembly.compile(given as BufferSource);
}

/** Whether it is compiled, in whatever realm: Next.js compiles in one and runs the code in another. */
function isModule(given: object): boolean {
  return Object.prototype.toString.call(given) === "[object WebAssembly.Module]";
}
