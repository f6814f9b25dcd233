import { randomBytes } from 'node:crypto';
import { clean } from '#contract/rules/clean.ts';

/** Crockford's letters: without I, L, O and U, which are misread. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;
const written = /^[\dA-HJKMNP-TV-Z]{10}$/;

/** A new recovery code of 50 random bits, without its hyphen. */
export function newRecoveryCode(): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

/** As people see it: XXXXX-XXXXX. */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** Reads what a person typed from paper: as `clean` reads it. Undefined for anything else. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = clean.paperCode(typed);
  return written.test(code) ? code : undefined;
}
