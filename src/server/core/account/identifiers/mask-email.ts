import { domainToUnicode } from 'node:url';
import { maskWrittenEmail } from '#contract/masks.ts';

/** A masked email as its owner writes it: kept are the ASCII letters of an international domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return maskWrittenEmail(email.slice(0, at) + (domainToUnicode(domain) || domain));
}
