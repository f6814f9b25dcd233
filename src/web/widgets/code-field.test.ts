import { expect, test } from 'vitest';
import { deadlineKey } from './code-deadlines.ts';
import { cleanCode } from './code-field.tsx';
import { maskedTarget } from './masked-target.ts';

test.each([
  ['123456', '123456'],
  ['12 34', '1234'],
  ['１２３４５６', '123456'],
  ['Your code is 482913. Valid for 10 minutes.', '482913'],
  ['1234567', '123456'],
])('makes a code of %s', (typed, code) => {
  expect(cleanCode(typed)).toBe(code);
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

test('does not write the target into the key', () => {
  expect(deadlineKey('register', '13800136021')).not.toContain('138');
});

test.each([
  ['13800136021', '138 •••• 6021'],
  ['linqiao@example.com', 'l•••o@example.com'],
  ['li@example.com', 'l•••@example.com'],
])('masks %s', (target, masked) => {
  expect(maskedTarget(target)).toBe(masked);
});
