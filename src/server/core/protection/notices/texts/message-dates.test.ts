import { expect, it } from 'vitest';
import { day, hour, minute } from '#server/platform/clock.ts';
import { dayText, timeText } from './message-dates.ts';

const now = Date.UTC(2026, 0, 5, 8);
const spaced = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u202F', ' '));

it('names a moment by its minute, region and language, whatever was named before', () => {
  const named = () =>
    spaced([
      timeText(now, { region: 'CN', language: 'en_US', now }),
      timeText(now, { region: 'DE', language: 'en_US', now }),
      timeText(now + minute, { region: 'DE', language: 'en_US', now }),
      timeText(now, { region: 'CN', language: 'zh_CN', now }),
    ]);
  const first = named();
  expect(first).toEqual(['Jan 5, 4:00 PM', 'Jan 5, 8:00 AM (UTC)', 'Jan 5, 8:01 AM (UTC)', '1月5日 16:00']);
  expect(named()).toEqual(first);
});

it('names the year where it is another one for the reader', () => {
  const newYear = Date.UTC(2025, 11, 31, 17);
  const at = (region: 'CN' | 'DE') => timeText(newYear, { region, language: 'zh_CN', now });
  expect([at('CN'), at('DE')]).toEqual(['1月1日 1:00', '2025年12月31日 17:00 (UTC)']);
});

it('gives the time of a day that is near', () => {
  const reader = { region: 'CN', language: 'en_US', now } as const;
  expect(spaced([dayText(now + 15 * day, reader), dayText(now + 47 * hour, reader), dayText(now + 400 * day, reader)])).toEqual([
    'Jan 20',
    'Jan 7, 3:00 PM',
    'Feb 9, 2027',
  ]);
});
