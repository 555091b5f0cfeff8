// The module out of the package's own text: no file system, no network, no help of a bundler.

import { bytes } from "../generated/bytes.js";

// Newer engines and Node.js decode at once; elsewhere it takes a few milliseconds more.
declare const Buffer: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> } | undefined;
type Decoder = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

/** The bytes of the module. */
export function inlineBytes(): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as Decoder;
  if (fromBase64 !== undefined) return fromBase64(bytes);
  if (typeof Buffer !== "undefined") return Buffer.from(bytes, "base64");
  const text = atob(bytes);
  const array = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) array[index] = text.charCodeAt(index);
  return array;
}
