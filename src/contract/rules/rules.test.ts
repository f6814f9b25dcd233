/// <reference types="vite/types/importMeta.d.ts" />
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKind } from './account.ts';
import { localRules } from './all.ts';
import { clean } from './clean.ts';
import { cleanText } from './clean-text.ts';
import { nicknameRules } from './nickname.ts';
import { remoteRules } from './remote.ts';
import { codePoints, firstFailing, required, type RuleContext, type Rules } from './rule.ts';
import { eachItem } from '#contract/account/profile/items.ts';
import { allEndpoints } from '#contract/all.ts';
import { code, emailCode, smsCode } from '#contract/fixtures/rules/code.ts';
import { limits } from '#contract/limits.ts';

interface Fixture {
  readonly valid: readonly { readonly value: string; readonly context?: RuleContext | undefined }[];
  readonly invalid: readonly { readonly value: string; readonly context?: RuleContext | undefined; readonly rule: string }[];
  readonly normalize?: readonly { readonly given: string; readonly expected: string }[];
}

/** The examples of a text whose rules ask only for its length; undefined where they ask for more. */
function lengthsOf(rules: Rules): Fixture | undefined {
  if (rules.some((rule) => rule !== required && rule.length === undefined)) return undefined;
  const least = rules.find(({ name }) => name === 'min')?.length ?? (rules.includes(required) ? 1 : 0);
  const most = rules.find(({ name }) => name === 'max')?.length;
  const signs = (length: number) => (length === 0 ? [''] : ['好'.repeat(length), '😀'.repeat(length)]);
  return {
    valid: [least, ...(most === undefined ? [] : [most])].flatMap(signs).map((value) => ({ value })),
    invalid: [
      ...(least > 0 ? [{ value: '', rule: rules[0]?.name ?? '' }] : []),
      ...(least > 1 ? signs(least - 1).map((value) => ({ value, rule: 'min' })) : []),
      ...(most === undefined ? [] : signs(most + 1).map((value) => ({ value, rule: 'max' }))),
    ],
  };
}

const year: Fixture = {
  valid: ['', '1900', '2026', '2099'].map((value) => ({ value })),
  invalid: ['1899', '2100', '26', '20267', 'abcd'].map((value) => ({ value, rule: 'regex' })),
};

const cleaners: Readonly<Record<string, (text: string) => string>> = { ...clean, ...cleanText };

/** The examples of a field: the file of its name. */
const files = import.meta.glob<Fixture>('../fixtures/rules/*.json', { eager: true, import: 'default' });

function fixtureOf(field: string): Fixture {
  const fixture = files[`../fixtures/rules/${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`];
  if (fixture === undefined)
    throw new Error(`The rules of ${field} ask for more than lengths and have no examples in src/contract/fixtures/rules.`);
  return fixture;
}

/** Fields whose examples are made, or those of another one. */
const made: Readonly<Record<string, Fixture | undefined>> = {
  ...eachItem({
    text: () => undefined,
    year: () => year,
    date: () => fixtureOf('birthday'),
    choice: () => undefined,
    code: () => undefined,
  }),
  code,
  smsCode,
  emailCode,
};

const fields = Object.entries(localRules).map(
  ([field, rules]) => [field, made[field] ?? lengthsOf(rules) ?? fixtureOf(field), rules] as const,
);

it('every list of the folder is found', () => {
  expect(fields.length).toBeGreaterThan(20);
});

describe.each(fields)('the rules of %s', (field, fixture, rules) => {
  it.each(fixture.valid)('accept $value', ({ value, context }) => {
    expect(firstFailing(rules, value, context)).toBeUndefined();
  });

  it.each(fixture.invalid)('refuse $value by $rule', ({ value, context, rule }) => {
    expect(firstFailing(rules, value, context)).toBe(rule);
  });

  it.each(fixture.normalize ?? [])('clean $given to $expected', ({ given, expected }) => {
    expect(cleaners[field]?.(given)).toBe(expected);
  });

  it('return a name of their list for any text, and never throw', () => {
    const names = [undefined, ...rules.map((rule) => rule.name)];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(names).toContain(firstFailing(rules, value));
      }),
    );
  });
});

describe('normalization', () => {
  it('does not change a valid phone', () => {
    const phones = fc.stringMatching(/^1[3-9]\d{9}$/);
    fc.assert(
      fc.property(phones, (value) => {
        expect(clean.phone(value)).toBe(value);
        expect(clean.phone(`+86 ${value}`)).toBe(value);
      }),
    );
  });

  it('changes nothing that it has cleaned, and leaves no half of a sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        for (const [kind, read] of Object.entries(clean)) {
          const text = read(value);
          expect([kind, text.isWellFormed(), read(text)]).toEqual([kind, true, text]);
        }
      }),
    );
  });
});

describe('a nickname', () => {
  it('with unpaired surrogates is refused', () => {
    expect(firstFailing(nicknameRules, 'a\ud800')).toBe('invisible');
    expect(firstFailing(nicknameRules, '\udc00a')).toBe('invisible');
  });

  it.each(['小', '😀'])('may be as long as its limit in %s, and no longer', (sign) => {
    expect(firstFailing(nicknameRules, sign.repeat(limits.nicknameMax))).toBeUndefined();
    expect(firstFailing(nicknameRules, sign.repeat(limits.nicknameMax + 1))).toBe('max');
  });
});

describe('lengths', () => {
  it('are counted in code points', () => {
    expect(codePoints('a😀好')).toBe(3);
  });
});

describe('an identifier', () => {
  it.each([
    ['li@example.com', 'email'],
    ['13800138000', 'phone'],
    ['liming', 'username'],
  ] as const)('%s is of kind %s', (value, kind) => {
    expect(accountKind(value)).toBe(kind);
  });
});

describe('a remote rule', () => {
  it.each(Object.entries(remoteRules))('%s uses a call of the contract', (_name, rule) => {
    expect({ ...allEndpoints.checks, ...allEndpoints.deletion }).toHaveProperty(rule.call);
  });
});
