/// <reference types="vite/types/importMeta.d.ts" />
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKind, normalizeAccount } from './account.ts';
import { localRules } from './all.ts';
import { normalizeCode, pastedCode } from './code.ts';
import { normalizeEmail } from './email.ts';
import { nicknameRules, normalizeNickname } from './nickname.ts';
import { normalizePhone } from './phone.ts';
import { remoteRules } from './remote.ts';
import { codePoints, firstFailing, type RuleContext, type Rules } from './rule.ts';
import { normalizeUsername } from './username.ts';
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
import { digits, fullWidth, otherCode, someCode } from '#contract/fixtures/codes.ts';
import { code, emailCode, smsCode } from '#contract/fixtures/rules/code.ts';
import { limits } from '#contract/limits.ts';
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

const normalizers: Readonly<Record<string, (value: string) => string>> = {
  username: normalizeUsername,
  email: normalizeEmail,
  phone: normalizePhone,
  account: normalizeAccount,
  code: normalizeCode,
  nickname: normalizeNickname,
};

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

  it.each(fixture.normalize ?? [])('normalize $given to $expected', ({ given, expected }) => {
    expect(normalizers[field]?.(given)).toBe(expected);
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
        expect(normalizePhone(value)).toBe(value);
        expect(normalizePhone(`+86 ${value}`)).toBe(value);
      }),
    );
  });

  it('is idempotent for a username, an email or a nickname', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        for (const normalize of [normalizeUsername, normalizeEmail, normalizeNickname, normalizeCode]) {
          expect(normalize(normalize(value))).toBe(normalize(value));
        }
      }),
    );
  });
});

describe('a nickname', () => {
  it('with unpaired surrogates is refused', () => {
    expect(firstFailing(nicknameRules, 'a\ud800')).toBe('regex');
    expect(firstFailing(nicknameRules, '\udc00a')).toBe('regex');
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

describe('a pasted code', () => {
  it.each([
    [someCode, someCode],
    [`Your code is ${someCode}.`, someCode],
    [`验证码 ${fullWidth(someCode)}，10 分钟内有效`, someCode],
    [`@id.example.com #${otherCode(someCode)}`, otherCode(someCode)],
    [digits(limits.codeDigits + 2), someCode],
    [`${someCode.slice(0, 3)} ${someCode.slice(3)}`, someCode],
    ['12', '12'],
  ])('%s becomes %s', (given, expected) => {
    expect(pastedCode(given)).toBe(expected);
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
