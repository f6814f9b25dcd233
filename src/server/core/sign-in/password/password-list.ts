import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Length of a prefix in the file. */
export const prefixBytes = 4;

/**
 * What a list of common passwords keeps of each, so that it fits in 200 KB: the first 32 bits of SHA-256. One strong
 * password in 90,000 shares them with a listed one.
 */
export function listedPrefix(password: string): number {
  return createHash('sha256').update(password).digest().readUInt32BE(0);
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
    if (prefixes.readUInt32BE(middle * prefixBytes) < wanted) low = middle + 1;
    else high = middle;
  }
  return low * prefixBytes < prefixes.length && prefixes.readUInt32BE(low * prefixBytes) === wanted;
}
