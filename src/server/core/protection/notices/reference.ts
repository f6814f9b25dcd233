import { hash } from 'node:crypto';

/** Digits of a reference: Crockford's base 32, without I, L, O and U. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bitsPerDigit = 5;

/**
 * The reference that a mail carries, such as `7K2Q-9DMX`: 40 bits of the SHA-256 of its random id. It reveals nothing of
 * the id, which for a code is also that of the code.
 */
export function referenceOf(id: string): string {
  const bits = [...hash('sha256', `reference ${id}`, 'buffer').subarray(0, bitsPerDigit)].map((byte) => byte.toString(2).padStart(8, '0'));
  const text = (bits.join('').match(/.{5}/g) ?? []).map((group) => digits[Number.parseInt(group, 2)]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** The usual spelling of a typed reference, or undefined for any other text. Letters that look like digits count as them. */
export function readReference(text: string): string | undefined {
  const read = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(read) ? `${read.slice(0, 4)}-${read.slice(4)}` : undefined;
}
