/// <reference types="vite/types/importMeta.d.ts" />
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKind } from './account.ts';
import { localRules } from './all.ts';
import { clean } from './clean.ts';
import { nicknameRules } from './nickname.ts';
import { remoteRules } from './remote.ts';
import { codePoints, firstFailing, type RuleContext, type Rules } from './rule.ts';
import { eachItem } from '#contract/account/profile/items.ts';
import { allEndpoints } from '#contract/all.ts';
import username from '#contract/fixtures/rules/username.json' with { type: 'json' };
import password from '#contract/fixtures/rules/password.json' with { type: 'json' };
import newPassword from '#contract/fixtures/rules/new-password.json' with { type: 'json' };
import confirm from '#contract/fixtures/rules/confirm.json' with { type: 'json' };
import email from '#contract/fixtures/rules/email.json' with { type: 'json' };
import phone from '#contract/fixtures/rules/phone.json' with { type: 'json' };
import account from '#contract/fixtures/rules/account.json' with { type: 'json' };
import contact from '#contract/fixtures/rules/contact.json' with { type: 'json' };
import { code, emailCode, smsCode } from '#contract/fixtures/rules/code.ts';
import nickname from '#contract/fixtures/rules/nickname.json' with { type: 'json' };
import profile from '#contract/fixtures/rules/profile.json' with { type: 'json' };
import birthday from '#contract/fixtures/rules/birthday.json' with { type: 'json' };
import captcha from '#contract/fixtures/rules/captcha.json' with { type: 'json' };
import card from '#contract/fixtures/rules/card.json' with { type: 'json' };

interface Fixture {
  readonly valid: readonly { readonly value: string; readonly context?: RuleContext | undefined }[];
  readonly invalid: readonly { readonly value: string; readonly context?: RuleContext | undefined; readonly rule: string }[];
  readonly normalize?: readonly { readonly given: string; readonly expected: string }[];
}

/** A free text of at most this number of code points. */
function upTo(length: number): Fixture {
  return {
    valid: ['', '好'.repeat(length), '😀'.repeat(length)].map((value) => ({ value })),
    invalid: ['好'.repeat(length + 1), '😀'.repeat(length + 1)].map((value) => ({ value, rule: 'max' })),
  };
}

const year: Fixture = {
  valid: ['', '1900', '2026', '2099'].map((value) => ({ value })),
  invalid: ['1899', '2100', '26', '20267', 'abcd'].map((value) => ({ value, rule: 'regex' })),
};

const cleaners: Readonly<Record<string, (text: string) => string>> = clean;

const chosen: Fixture = { valid: [], invalid: [] };

const ofItems = {
  ...eachItem({
    text: (_item, { max }) => upTo(max),
    year: () => year,
    date: () => birthday as Fixture,
    choice: () => chosen,
    code: () => chosen,
  }),
  profile,
};

/** A field without examples does not compile. Old and current passwords share their list and their examples. */
const fixtures: Readonly<Record<keyof typeof localRules, Fixture>> = {
  oldPassword: password,
  username,
  password,
  newPassword,
  confirm,
  email,
  phone,
  account,
  contact,
  code,
  smsCode,
  emailCode,
  nickname,
  ...ofItems,
  captcha,
  card,
};

const rulesByField: Readonly<Record<string, Rules>> = localRules;
const fields = Object.entries(fixtures).map(([field, fixture]) => [field, fixture, rulesByField[field] ?? []] as const);

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

  it('that is valid has at most 128 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (value) => {
        fc.pre(firstFailing(nicknameRules, value) === undefined);
        expect(new TextEncoder().encode(value).length).toBeLessThanOrEqual(128);
      }),
    );
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

/** Rules that are in no list, with the reason. */
const apart: Readonly<Record<string, string>> = {
  requestTextRules: 'the form of requests has words of its own',
  userCodeRules: 'one field of one page, which its own tests type into',
  addressRules: 'addresses of apps, which have refusals of their own (redirect.test.ts)',
};

it('every list of rules stands among those of a field', () => {
  const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['./*.ts', '!./*.test.ts'], { eager: true });
  const known: readonly unknown[] = Object.values(localRules);
  const lists = Object.values(modules).flatMap((module) =>
    Object.entries(module).filter(([name, value]) => name.endsWith('Rules') && Array.isArray(value)),
  );
  expect(lists.length).toBeGreaterThan(12);
  expect(lists.filter(([name, value]) => !known.includes(value) && !Object.hasOwn(apart, name)).map(([name]) => name)).toEqual([]);
});
