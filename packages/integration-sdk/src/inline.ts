// The module out of the package's own text: no file system, no network, no help of a bundler.

import { bytes } from "../generated/bytes.js";

/** The bytes of the module. */
export function inlineBytes(): Uint8Array<ArrayBuffer> {
  const text = atob(bytes);
  const array = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) array[index] = text.charCodeAt(index);
  return array;
}
