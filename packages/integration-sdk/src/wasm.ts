// The engine in WebAssembly.

import { bind } from "../generated/glue.js";
import { type Engine, type EngineInfo, use } from "./engine.js";

/** What a WebAssembly module can be made from. */
export type WasmInput = WebAssembly.Module | BufferSource | Response | URL | string;

/** A fresh instance of the module. The glue is bound anew each time, since it holds on to one. */
function instance(module: WebAssembly.Module): Engine {
  const bound = bind();
  bound.initSync({ module });
  return bound as Engine;
}

/** Uses a module that is compiled, at once or when the first call comes; `reason` says why this engine. */
export function useModule(module: () => WebAssembly.Module, reason?: string): void {
  let compiled: WebAssembly.Module | undefined;
  const info: EngineInfo = reason === undefined ? { kind: "wasm" } : { kind: "wasm", reason };
  use({ info, start: () => instance((compiled ??= module())) });
}

/** Uses a module that was compiled when the program was deployed; what `init` then does is given. */
export function deployed(module: WebAssembly.Module): (input?: WasmInput) => Promise<void> {
  useModule(() => module);
  return async (input) => {
    if (input === undefined) return;
    const given = await compile(input);
    useModule(() => given);
  };
}

/** Compiles a module from whatever the caller has. */
export async function compile(input: WasmInput | Promise<WasmInput>): Promise<WebAssembly.Module> {
  const given = await input;
  if (isModule(given)) return given as WebAssembly.Module;
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
function isModule(given: WasmInput): boolean {
  return Object.prototype.toString.call(given) === "[object WebAssembly.Module]";
}
