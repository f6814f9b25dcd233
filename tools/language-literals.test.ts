import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLanguageLiterals } from './language-literals.ts';

const root = join(import.meta.dirname, '../src');

/** Files that may tell languages apart. */
const places = /^(?:contract\/vocabulary\/languages\.ts|messages\/)/;

/** Files without text for people: tests and their support, developer pages, and other parties' services. */
const others = /\.test\.tsx?$|^(?:simulators|server\/(?:testing|development)|web\/testing)\//;

/** Names that are not ours, with the reason. */
const foreign: Readonly<Record<string, string>> = {
  'server/platform/social/wechat.ts zh_CN': 'a parameter of WeChat, which gives the name of a person in one language',
  'server/core/sign-in/password/pinyin.ts zh': 'an initial of a syllable in pinyin',
};

const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !places.test(file) && !others.test(file));

describe('the product code', () => {
  test('knows no language by name', () => {
    expect(files.length).toBeGreaterThan(700);
    const found = files.flatMap((file) =>
      findLanguageLiterals(file, readFileSync(join(root, file), 'utf8')).map((literal) => `${file} ${literal}`),
    );
    expect(found.filter((each) => !Object.hasOwn(foreign, each))).toEqual([]);
    expect(Object.keys(foreign).filter((each) => !found.includes(each))).toEqual([]);
  });
});

describe('a language name', () => {
  test.each([
    ["const isChinese = language === 'zh_CN';", 'zh_CN'],
    ["const isChinese = document.documentElement.lang.startsWith('zh');", 'zh'],
    ["const locale = language === other ? 'zh-CN' : 'en-GB';", 'zh-CN,en-GB'],
    ['const title = brand.id.en;', 'en'],
    ["const words = { zh_CN: '是', en_US: 'yes' };", 'zh_CN,en_US'],
    ["import { chrome } from '#messages/zh/chrome.ts';", '#messages/zh/chrome.ts'],
    ["const load = () => import('#messages/en/web.ts');", '#messages/en/web.ts'],
    ["const code = useChinese ? 'zho' : other;", 'zho'],
  ])('is found in %s', (source, literals) => {
    expect(findLanguageLiterals('planted.ts', source).join()).toBe(literals);
  });

  test.each([
    "const words = ['send', 'encrypted', 'token'];",
    'const { name } = languageFacts[language];',
    'brand.id[shortName(language)];',
  ])('is not seen in %s', (source) => {
    expect(findLanguageLiterals('planted.ts', source)).toEqual([]);
  });
});
