/** What a rule may need beside the value. Every member is optional: a rule whose context is absent does not fail. */
export interface RuleContext {
  /** The password of the same form, for its confirmation. */
  readonly password?: string;
  /** The value that the account has now: a new password or email must differ from it. */
  readonly current?: string;
  /** Whether a code has been asked for in this form. */
  readonly requested?: boolean;
  /** Today as yyyy-mm-dd, for birthdays. */
  readonly today?: string;
}

/** One named check of spec 5. The name is what `data.fields` carries and what the text is found by. */
export interface Rule {
  readonly name: string;
  readonly fails: (value: string, context: RuleContext) => boolean;
}

/** The rules of one field kind in the order in which they are checked. */
export type Rules = readonly Rule[];

/** The name of the first rule that fails on a normalised value, or undefined when all hold. */
export function firstFailing(rules: Rules, value: string, context: RuleContext = {}): string | undefined {
  return rules.find((rule) => rule.fails(value, context))?.name;
}

/** Length in code points: what the spec calls characters. */
export function codePoints(value: string): number {
  return Array.from(value).length;
}

export const required: Rule = { name: 'required', fails: (value) => value === '' };

/** Fails below `length` code points. */
export function min(length: number): Rule {
  return { name: 'min', fails: (value) => codePoints(value) < length };
}

/** Fails above `length` code points. */
export function max(length: number): Rule {
  return { name: 'max', fails: (value) => codePoints(value) > length };
}

/** Fails on what does not match. */
export function matches(name: string, pattern: RegExp): Rule {
  return { name, fails: (value) => !pattern.test(value) };
}

/** Full-width ASCII, as Chinese input methods write it, as ASCII. */
export function halfWidth(value: string): string {
  return value.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');
}
