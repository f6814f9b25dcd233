import { expect, it } from 'vitest';
import { looksLike } from './contact-rules.ts';

it.each([
  ['linqiao@example.com', 'li***@example.com', true],
  ['LinQiao@Example.com', 'li***@example.com', true],
  ['other@example.com', 'li***@example.com', false],
  ['linqiao@example.org', 'li***@example.com', false],
  ['linqiao@example.com', '', false],
])('%s may be %j: %s', (value, masked, expected) => {
  expect(looksLike(value, masked)).toBe(expected);
});
