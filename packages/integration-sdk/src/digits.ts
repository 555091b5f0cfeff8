// Bytes in hexadecimal digits.

/** So many random bytes, in hexadecimal digits. */
export function freshDigits(bytes: number): string {
  return digits(globalThis.crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Bytes in hexadecimal digits, two for each. */
export function digits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
