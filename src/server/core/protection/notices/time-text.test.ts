import { expect, it } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import { timeText } from './notice-messages.ts';

it('names a moment by its minute, region and language, whatever was named before', () => {
  const at = Date.UTC(2026, 0, 5, 8);
  const named = () => [
    timeText(at, { region: 'CN', language: 'en_US' }),
    timeText(at, { region: 'DE', language: 'en_US' }),
    timeText(at + minute, { region: 'DE', language: 'en_US' }),
    timeText(at, { region: 'CN', language: 'zh_CN' }),
  ];
  const first = named().map((text) => text.replaceAll('\u202F', ' '));
  expect(first).toEqual([
    'Jan 5, 2026, 4:00 PM (UTC+8)',
    'Jan 5, 2026, 8:00 AM (UTC)',
    'Jan 5, 2026, 8:01 AM (UTC)',
    '2026年1月5日 16:00 (UTC+8)',
  ]);
  expect(named().map((text) => text.replaceAll('\u202F', ' '))).toEqual(first);
});
