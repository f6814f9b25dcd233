import { expect, test } from 'vitest';
import { digits, fullWidth, someCode } from '#contract/fixtures/codes.ts';
import { limits } from '#contract/limits.ts';
import { deadlineKey } from './code-deadlines.ts';
import { cleanCode } from './code-field.tsx';

test.each([
  [someCode, someCode],
  ['12 34', '1234'],
  [fullWidth(someCode), someCode],
  [`Your code is ${someCode}. Valid for 10 minutes.`, someCode],
  // Never a part of what was pasted.
  [digits(limits.codeDigits + 1), ''],
  ['G-12-34', ''],
])('extracts the code from %s', (typed, code) => {
  expect(cleanCode(typed)).toBe(code);
});

test('keeps a code while another key is pressed behind it', () => {
  expect(cleanCode(`${someCode}7`, someCode)).toBe(someCode);
  expect(cleanCode('12a', '12')).toBe('12');
});

test('keeps one countdown for each target and scene', () => {
  const keys = [
    deadlineKey('register', '13800136021'),
    deadlineKey('register', '13800136022'),
    deadlineKey('login', '13800136021'),
    deadlineKey('login', 'lin@example.com'),
  ];
  expect(new Set(keys).size).toBe(4);
  expect(deadlineKey('register', '13800136021')).toBe(keys[0]);
});

test('does not store the target in the key', () => {
  expect(deadlineKey('register', '13800136021')).not.toContain('138');
});
