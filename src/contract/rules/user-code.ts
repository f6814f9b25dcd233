import { halfWidth, matches, required, type Rules } from './rule.ts';

/** The code that a device shows (RFC 8628 section 6.1): eight consonants that no other is taken for. `code` is the server's: unknown or over. */
export const userCodeRules: Rules = [required, matches('regex', /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)];

/** Letters alone, in capitals: how it was typed does not matter. */
export function normaliseUserCode(value: string): string {
  return halfWidth(value)
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
}
