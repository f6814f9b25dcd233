/** Industry codes: 0 is 'Select your industry', 56 'Others' (spec 3). Texts: `ind.<code>`. */
export const industries: readonly number[] = Array.from({ length: 57 }, (_item, code) => code);
