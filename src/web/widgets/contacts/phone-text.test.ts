import { expect, test } from 'vitest';
import { caretPlace } from '#web/ui/form/fields/text-field.tsx';
import { groupedPhone, phoneDigits } from './phone-text.ts';

test.each([
  ['138 0013 6021', '13800136021'],
  ['138-0013-6021', '13800136021'],
  ['+86 138 0013 6021', '13800136021'],
  ['8613800136021', '13800136021'],
  ['１３８００１３６０２１', '13800136021'],
  ['tel. 138', '138'],
  ['+852 6123 4567', '+85261234567'],
  ['+86 138', '+86138'],
])('keeps the digits of %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

test('keeps 86 if no complete number follows', () => {
  expect(phoneDigits('86138')).toBe('86138');
});

test.each([
  ['', ''],
  ['138', '138'],
  ['1380', '138 0'],
  ['13800136021', '138 0013 6021'],
  ['138001360219', '138 0013 60219'],
  ['+85261234567', '+85261234567'],
])('shows %s as %s', (digits, shown) => {
  expect(groupedPhone(digits)).toBe(shown);
});

test('keeps the caret after the same digit', () => {
  expect([0, 3, 4, 7, 11].map((count) => caretPlace(count, '138 0013 6021'))).toEqual([0, 3, 5, 8, 13]);
});
