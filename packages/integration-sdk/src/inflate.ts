// Undoing deflate: by what the platform brings, else by a library. What browsers bring answers later, and a first call
// that comes before `init` cannot wait.

import { inflateSync } from "fflate/browser";

type Bytes = Uint8Array<ArrayBuffer>;
type Zlib = { inflateRawSync(deflated: Uint8Array): Bytes };
type Host = { process?: { getBuiltinModule?: (name: string) => unknown } };

/** Node.js, Deno and Bun: asked for without an import, which a page could not follow. */
function zlib(): Zlib | undefined {
  return (globalThis as Host).process?.getBuiltinModule?.("node:zlib") as Zlib | undefined;
}

/** What was deflated, of which the length is known, at once. */
export function inflate(deflated: Uint8Array, length: number): Bytes {
  return zlib()?.inflateRawSync(deflated) ?? inflateSync(deflated, { out: new Uint8Array(length) });
}

/** The same without keeping a page busy. */
export async function inflateSoon(deflated: Bytes, length: number): Promise<Bytes> {
  if (zlib() !== undefined) return inflate(deflated, length);
  try {
    const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    // An older browser.
    return inflate(deflated, length);
  }
}
