/** Further inputs of a rule. Every member is optional: a rule without its context does not fail. */
export interface RuleContext {
  /** The password of the same form, for its confirmation. */
  readonly password?: string;
  /** The current value of the account: a new password or email must differ from it. */
  readonly current?: string;
  /** Whether this form requested a code. */
  readonly requested?: boolean;
  /** Today as yyyy-mm-dd, for birthdays. */
  readonly today?: string;
}

/** One named check of spec 5. The name is used in `data.fields` and as the key of its text. */
export interface Rule {
  readonly name: string;
  readonly fails: (value: string, context: RuleContext) => boolean;
  /** The code points that a rule of length allows at least or at most. */
  readonly length?: number;
}

/** Rules of one field kind in the order of their checks. */
export type Rules = readonly Rule[];

/** Name of the first rule that fails on a normalized value; undefined when all hold. */
export function firstFailing(rules: Rules, value: string, context: RuleContext = {}): string | undefined {
  return rules.find((rule) => rule.fails(value, context))?.name;
}

/** Length in code points: the characters of the spec. */
export function codePoints(value: string): number {
  return Array.from(value).length;
}

export const required: Rule = { name: 'required', fails: (value) => value === '' };

/** Fails below `length` code points. */
export function min(length: number): Rule {
  return { name: 'min', length, fails: (value) => codePoints(value) < length };
}

/** Fails above `length` code points. */
export function max(length: number): Rule {
  return { name: 'max', length, fails: (value) => codePoints(value) > length };
}

/** Fails on a value that does not match. */
export function matches(name: string, pattern: RegExp): Rule {
  return { name, fails: (value) => !pattern.test(value) };
}
