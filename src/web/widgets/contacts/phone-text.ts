import { clean } from '#contract/rules/clean.ts';

/** More than any number with prefixes: longer pasted text is not a phone number. */
const mostDigits = 20;

/**
 * The digits of typed or pasted text, without a leading +86 if a complete number follows. A leading plus stays: it
 * begins the number of another country.
 */
export function phoneDigits(typed: string): string {
  const plain = clean.phone(typed);
  return `${plain.startsWith('+') ? '+' : ''}${plain.replace(/\D/g, '').slice(0, mostDigits)}`;
}

/** In groups of 3, 4 and 4, as usual for Chinese numbers; a number of another country stays as typed. */
export function groupedPhone(digits: string): string {
  if (digits.startsWith('+')) return digits;
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter((group) => group !== '').join(' ');
}
