// @one-database
import { expect, it } from 'vitest';
import { identifier } from './identifier.ts';
import { maskEmail } from './mask-email.ts';

it.each([
  ['id@bücher.example', 'i***@bücher.example'],
  ['li.lei@雪松。中国', 'li***@雪松.中国'],
  ['li.lei@maßanfertigung.example', 'li***@maßanfertigung.example'],
  ['Li.Lei@example.com', 'Li***@example.com'],
])('%s is shown to its owner as %s', (written, shown) => {
  expect(maskEmail(identifier('email', written)?.shown ?? '')).toBe(shown);
});
