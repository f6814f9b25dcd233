import { expect, it } from 'vitest';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import { provideTexts } from '#web/lib/load-texts.ts';
import { countryText, dateText, listText, nameOrder, relativeDayText } from './intl.ts';
import { sentencesText } from './sentences-text.ts';
import { calendarDayText, dayOfYearText, dayText, momentText } from './time-text.ts';

const noon = new Date(2026, 10, 22, 13, 40);

function inLanguage<T>(language: Language, work: () => T): T {
  provideTexts({ language, texts: {} });
  return work();
}

it('writes each kind of date in one way for each language', () => {
  const kinds = () => [dayText(noon.getTime()), momentText(noon.toISOString()), dayOfYearText(noon.getTime()), dateText(noon, 'time')];
  expect(inLanguage('en_US', kinds)).toEqual(['Nov 22, 2026', 'Nov 22, 2026, 1:40 PM', 'Nov 22', '1:40 PM']);
  expect(inLanguage('zh_CN', kinds)).toEqual(['2026年11月22日', '2026年11月22日 13:40', '11月22日', '13:40']);
});

it('writes a calendar day in the language of its text, in every time zone', () => {
  provideTexts({ language: 'en_US', texts: {} });
  expect(languages.map((language) => calendarDayText('2026-01-01', language))).toEqual(['2026年1月1日', 'Jan 1, 2026']);
});

it('writes lists, days from now and countries, and orders names', () => {
  const all = () => [listText(['A', 'B', 'C'], 'values'), listText(['A', 'B'], 'sentence'), relativeDayText(-1), countryText('SG')];
  expect(inLanguage('en_US', all)).toEqual(['A, B, C', 'A and B', 'yesterday', 'Singapore']);
  expect(inLanguage('zh_CN', all)).toEqual(['A、B、C', 'A 和 B', '昨天', '新加坡']);
  expect(inLanguage('zh_CN', () => ['中国', '德国', '阿尔及利亚'].toSorted(nameOrder()))).toEqual(['阿尔及利亚', '德国', '中国']);
});

it('writes sentences one after the other, and no space after a full-width mark', () => {
  expect(sentencesText(['One.', '', 'Two.'])).toBe('One. Two.');
  expect(sentencesText(['', '一。', '二。'])).toBe('一。二。');
});
