/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, it } from 'vitest';
import { ruleMessageKey, ruleMessageKeys } from './rule-keys.ts';
import { catalogue, type CatalogueEntry } from '#contract/errors.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import { genders } from '#contract/vocabulary/genders.ts';
import { industries } from '#contract/vocabulary/industries.ts';
import { languages, shortName, type ShortLanguage } from '#contract/vocabulary/languages.ts';
import { localRules, serverRules } from '#contract/rules/all.ts';

type Texts = ReadonlyMap<string, string>;

/** Every text of a module by its path; texts may be in nested objects and lists. */
function flatten(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') {
    return [[path, value]];
  }
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, part]) => flatten(part, `${path}/${key}`)) : [];
}

/** Every file of texts, including later ones. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['./*/**/*.ts', '!./*/{catalogue,web}.ts'], {
  eager: true,
});

const files = Object.keys(modules)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length));

function textsOf(language: ShortLanguage, file: string): Texts {
  return new Map(flatten(modules[`./${language}/${file}`], ''));
}

/** Brand words are always available: one language may use them and another not. */
function placeholders(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).filter((name) => name !== '{brand}' && name !== '{os}').toSorted();
}

/** English is the reference for all others. */
const others = languages.map(shortName).filter((short) => short !== 'en');

describe.each(files)('the texts of %s', (file) => {
  const en = textsOf('en', file);

  it.each(others)('are the same ones in English and %s', (short) => {
    expect([...textsOf(short, file).keys()].toSorted()).toEqual([...en.keys()].toSorted());
  });

  it.each(others)('have the same placeholders in English and %s', (short) => {
    const texts = textsOf(short, file);
    const differing = [...en].filter(([key, text]) => placeholders(text).join() !== placeholders(texts.get(key) ?? '').join());
    expect(differing).toEqual([]);
  });

  it('are not empty and name no brand', () => {
    const all = languages.flatMap((language) => [...textsOf(shortName(language), file)]);
    expect(all.filter(([, text]) => text.trim() === '' || /cedar|雪松/i.test(text))).toEqual([]);
  });

  it('are written in the words of the house in Chinese', () => {
    expect([...textsOf('zh', file)].filter(([, text]) => /[帐]号|登陆|[你]/.test(text))).toEqual([]);
  });
});

it('finds the texts', () => {
  expect(files.length).toBeGreaterThan(15);
});

describe('the keys of texts', () => {
  it('are each in one file', () => {
    const flat = files.filter((file) => !/errors|countries|mail|legal/.test(file));
    const keys = flat.flatMap((file) => [...textsOf('en', file).keys()].map((key) => key.split('/').at(-1)));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe('a rule', () => {
  const local = Object.entries(localRules).flatMap(([field, rules]) => rules.map((rule) => [field, rule.name] as const));
  const decidedByServer = Object.entries(serverRules).flatMap(([field, names]) => names.map((name) => [field, name] as const));
  const refused = Object.values<CatalogueEntry>(catalogue).flatMap(({ field, rule }) =>
    field !== undefined && rule !== undefined && field !== 'given' ? [[field, rule] as const] : [],
  );

  it.each([...local, ...decidedByServer, ...refused])('of %s that is called %s has a text of its own', (field, rule) => {
    expect(ruleMessageKey(field, rule)).not.toBe('v.invalid');
  });

  it('may mark any text of a name as sensitive or existing', () => {
    expect(ruleMessageKey('nickname', 'sensitive')).toBe('v.nickname.sensitive');
    expect(ruleMessageKey('username', 'exists')).toBe('v.username.exists');
  });

  it('that this version does not know has a general text', () => {
    expect(ruleMessageKey('phone', 'toString')).toBe('v.invalid');
    expect(ruleMessageKey('__proto__', 'required')).toBe('v.invalid');
    expect(ruleMessageKey('unknown', 'required')).toBe('v.invalid');
  });

  it.each([
    ['username', ['required', 'min', 'max', 'regex', 'exists', 'not_exists', 'block', 'sensitive']],
    [
      'password',
      [
        'required',
        'min',
        'max',
        'chart_range',
        'regex',
        'num_str',
        'custom_password',
        'confirmed',
        'password',
        'oldPasswordInvalid',
        'zzts',
      ],
    ],
    [
      'email',
      ['required', 'email', 'max', 'exists', 'not_exists', 'invalid', 'activated', 'is_not', 'block', 'limit', 'not_my', 'has_deepin'],
    ],
    ['phone', ['required', 'digits', 'regex', 'exists', 'not_exists', 'phone', 'code', 'error', 'not_my', 'has_deepin']],
    ['code', ['required', 'length', 'regex', 'code', 'notGetSMS', 'notGetObtain']],
    ['nickname', ['required', 'min', 'max', 'regex', 'exists', 'sensitive']],
  ] as const)('of the spec for %s has a text', (field, names) => {
    expect(Object.keys(ruleMessageKeys[field])).toEqual(expect.arrayContaining([...names]));
  });
});

describe('the words of the vocabularies', () => {
  it('exist for every code', () => {
    const texts = textsOf('en', 'vocabulary.ts');
    const wanted = [
      ...genders.map((code) => `g.${code}`),
      ...degrees.map((_degree, index) => `d.${index + 1}`),
      ...industries.map((code) => `ind.${code}`),
    ];
    expect(wanted.filter((key) => !texts.has(`/vocabulary/${key}`))).toEqual([]);
  });

  it('name Hong Kong, Macau and Taiwan as regions of China in Chinese', () => {
    const texts = textsOf('zh', 'countries.ts');
    expect(['HK', 'MO', 'TW'].map((code) => texts.get(`/countries/${code}`))).toEqual(['中国香港', '中国澳门', '中国台湾']);
  });
});
