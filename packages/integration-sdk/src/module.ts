// WebAssembly modules: from whatever the caller has to fresh instances.

/** What a WebAssembly module can be made from. */
export type WasmInput = WebAssembly.Module | BufferSource | Response | URL | string;

/** What wasm-bindgen wrote for a module. It is bound anew each time, since it holds on to one instance. */
export type Glue = () => { initSync(given: { module: WebAssembly.Module }): unknown };

/** Starts fresh instances of a module that is compiled, at once or when the first one is asked for. */
export function starter<E>(glue: Glue, module: () => WebAssembly.Module): () => E {
  let compiled: WebAssembly.Module | undefined;
  return () => {
    const bound = glue();
    bound.initSync({ module: (compiled ??= module()) });
    return bound as E;
  };
}

/** Puts a module to use. */
export type UseModule = (module: () => WebAssembly.Module) => void;

/** Uses a module that was compiled when the program was deployed; what `init` then does is given. */
export function deployed(module: WebAssembly.Module, use: UseModule): (input?: WasmInput) => Promise<void> {
  use(() => module);
  return async (input) => {
    if (input === undefined) return;
    const given = await compile(input);
    use(() => given);
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
