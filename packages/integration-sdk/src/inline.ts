// The module out of the package's own text: no file system, no network, no help of a bundler.

import { deflated, length } from "../generated/bytes.js";
import { inflate, inflateSoon } from "./inflate.js";

// Newer engines and Node.js decode at once; elsewhere it takes a few milliseconds more.
declare const Buffer: { from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer> } | undefined;
type Decoder = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

/** How many bytes the module has. */
export const moduleLength: number = length;

/** The bytes of the module, at once. */
export function inlineBytes(): Uint8Array<ArrayBuffer> {
  return inflate(decoded(deflated), length);
}

/** The same without keeping a page busy. */
export function inlineBytesSoon(): Promise<Uint8Array<ArrayBuffer>> {
  return inflateSoon(decoded(deflated), length);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as Decoder;
  if (fromBase64 !== undefined) return fromBase64(base64);
  if (typeof Buffer !== "undefined") return Buffer.from(base64, "base64");
  const text = atob(base64);
  const array = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) array[index] = text.charCodeAt(index);
  return array;
}
