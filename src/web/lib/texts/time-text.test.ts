import { expect, it } from 'vitest';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { devices as english } from '#messages/en/screens/protection/devices.ts';
import { devices as chinese } from '#messages/zh/screens/protection/devices.ts';
import { provideAppConfig } from '#web/lib/page/app-config.ts';
import { provideTexts } from '#web/lib/load-texts.ts';
import { dayText, lastSeenText } from './time-text.ts';

const now = new Date(2026, 2, 3, 0, 30);

function shown(language: Language, ...[month, day, hour = 9, year = 2026]: readonly number[]): string {
  provideAppConfig({ brand: { id: { en: '', zh: '' }, os: { en: '', zh: '' } } } as AppConfig);
  provideTexts({ language, texts: language === 'zh_CN' ? chinese : english });
  return lastSeenText(new Date(year, month ?? 0, day, hour, 12).toISOString(), now.getTime());
}

it('describes the last use by calendar days', () => {
  expect(shown('en_US', 2, 3, 0)).toBe('today, 12:12 AM');
  expect(shown('zh_CN', 2, 3, 0)).toBe('今天 00:12');
  expect(shown('en_US', 2, 2, 23)).toBe('yesterday, 11:12 PM');
  expect(shown('zh_CN', 2, 2, 23)).toBe('昨天 23:12');
  expect(shown('en_US', 2, 1)).toBe('Mar 1');
  expect(shown('zh_CN', 1, 16)).toBe('2月16日');
  expect(shown('en_US', 11, 31, 9, 2025)).toBe('Dec 31, 2025');
  expect(shown('zh_CN', 11, 31, 9, 2025)).toBe('2025年12月31日');
});

it('shows no future time', () => {
  expect(shown('en_US', 2, 4)).toBe('today, 9:12 AM');
});

it('names a day', () => {
  provideTexts({ language: 'en_US', texts: english });
  expect(dayText(new Date(2025, 10, 2, 12).toISOString())).toBe('Nov 2, 2025');
});
