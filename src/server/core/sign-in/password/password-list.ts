import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Length of a prefix in the file. */
export const prefixBytes = 6;

/**
 * Most texts that are looked up for one password: three readings, and three of its word with nothing or nine endings.
 * @internal for the test of the list
 */
export const mostTries = 3 + 3 * (1 + 9);

/**
 * Entry of the list of common passwords, short enough for 300 KB: the first 48 bits of SHA-256. Each try meets one of 49,000 by
 * chance once in 2^48 / 49,000 = 5.7 * 10^9, so all 33 tries of a strong password once in 1.7 * 10^8.
 */
export function listedPrefix(password: string): number {
  return createHash('sha256').update(password).digest().readUIntBE(0, prefixBytes);
}

/** Sorted prefixes of 49,000 leaked passwords in lower case, most frequent ones: `tools/common-passwords.ts` makes it. */
const prefixes = readFileSync(new URL('./common-passwords.bin', import.meta.url));

/** Whether a text in lower case is on the list. */
export function isListed(text: string): boolean {
  const wanted = listedPrefix(text);
  let low = 0;
  let high = prefixes.length / prefixBytes;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (prefixes.readUIntBE(middle * prefixBytes, prefixBytes) < wanted) low = middle + 1;
    else high = middle;
  }
  return low * prefixBytes < prefixes.length && prefixes.readUIntBE(low * prefixBytes, prefixBytes) === wanted;
}
