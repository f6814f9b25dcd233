/** A random key of 32 hexadecimal digits, which names one attempt: a repeated request is the same one. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
