import { normalisePhone } from '#contract/rules/phone.ts';

/** More than any number with its prefixes: what is pasted beyond is no phone number. */
const mostDigits = 20;

/** The digits of what was typed or pasted, without +86 in front where a whole number follows. */
export function phoneDigits(typed: string): string {
  return normalisePhone(typed).replace(/\D/g, '').slice(0, mostDigits);
}

/** In groups of 3, 4 and 4, as Chinese numbers are read. */
export function groupedPhone(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter((group) => group !== '').join(' ');
}
