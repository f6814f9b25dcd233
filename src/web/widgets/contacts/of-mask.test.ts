import { expect, it } from 'vitest';
import { isOfMask } from './of-mask.ts';

it.each([
  ['13800136021', '138****6021', true],
  ['13800136022', '138****6021', false],
  ['Linxi@example.com', 'li***@example.com', true],
  ['linxi@example.org', 'li***@example.com', false],
  ['13800136021', '', true],
])('%s can be %s: %s', (value, masked, can) => {
  expect(isOfMask(value, masked)).toBe(can);
});
