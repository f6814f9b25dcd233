// @one-database
import { expect, test } from 'vitest';
import { languageNamed } from '#contract/vocabulary/languages.ts';
import { languageOfHeader } from './language.ts';

test.each([
  [undefined, 'en_US'],
  ['', 'en_US'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh_CN'],
  ['en-GB,en;q=0.9,zh;q=0.8', 'en_US'],
  ['en;q=0.3,zh-TW;q=0.8', 'zh_CN'],
  ['fr-FR,de;q=0.9', 'en_US'],
  ['fr-FR,zh;q=0.1', 'zh_CN'],
  ['yue-Hant-HK,en;q=0.5', 'zh_CN'],
  ['en;q=0.5,CMN-Hans;q=0.9', 'zh_CN'],
  ['wuu,nan,hak,en;q=0.9', 'zh_CN'],
  ['ja,en;q=0.1', 'en_US'],
  ['zh;q=0,en;q=0.1', 'en_US'],
  ['zh;q=nonsense', 'en_US'],
  ['zh'.repeat(1000), 'en_US'],
])('takes %o for %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language);
});

test('accepts the cookie only for one of the two languages', () => {
  expect(languageNamed('zh_CN')).toBe('zh_CN');
  expect(languageNamed('en_US')).toBe('en_US');
  for (const value of [undefined, '', 'zh', 'EN_US', '"><script>', '__proto__', 'zh_CN ']) expect(languageNamed(value)).toBeUndefined();
});
