import { normalizePhone } from '#contract/rules/phone.ts';

/** More than any number with prefixes: longer pasted text is not a phone number. */
const mostDigits = 20;

/** The digits of typed or pasted text, without a leading +86 if a complete number follows. */
export function phoneDigits(typed: string): string {
  return normalizePhone(typed).replace(/\D/g, '').slice(0, mostDigits);
}

/** In groups of 3, 4 and 4, as usual for Chinese numbers. */
export function groupedPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter((group) => group !== '').join(' ');
}
