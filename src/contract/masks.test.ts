import { expect, it } from 'vitest';
import { maskWrittenEmail, maskPhone, shownMask } from './masks.ts';

it.each([
  ['linqiao@example.com', 'li***@example.com', 'li•••@example.com'],
  ['abc@example.com', 'ab***@example.com', 'ab•••@example.com'],
  ['ab@example.com', 'a***@example.com', 'a•••@example.com'],
  ['a@example.com', 'a***@example.com', 'a•••@example.com'],
])('masks %s as %s, shown as %s', (email, masked, shown) => {
  expect(maskWrittenEmail(email)).toBe(masked);
  expect(shownMask(masked)).toBe(shown);
});

it('masks a phone, and shows it with dots', () => {
  expect(maskPhone('13800136021')).toBe('138****6021');
  expect(shownMask('138****6021')).toBe('138 •••• 6021');
});

it('leaves a value that is not masked as it is', () => {
  expect(shownMask('714004025750')).toBe('714004025750');
});
