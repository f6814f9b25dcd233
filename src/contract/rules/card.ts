import type { Rules } from './rule.ts';

function luhnSum(digits: string): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, char, index) => {
      const digit = Number(char) * (index % 2 === 1 ? 2 : 1);
      return sum + (digit > 9 ? digit - 9 : digit);
    }, 0);
}

/** A credit card number of 12 to 19 digits with a Luhn sum that ends in 0. Spec 5 has the rule without a use. */
export const cardRules: Rules = [{ name: 'luhn', fails: (value) => !/^\d{12,19}$/.test(value) || luhnSum(value) % 10 !== 0 }];
