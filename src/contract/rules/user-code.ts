import { matches, required, type Rules } from './rule.ts';

/**
 * Code shown by a device (RFC 8628 section 6.1): eight unmistakable consonants. `code` is the server's rule for an
 * unknown or expired one.
 */
export const userCodeRules: Rules = [required, matches('regex', /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)];
