import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makersFile, makersText } from './passkey-makers-file.ts';

test('ships the names of the package that it is made from', () => {
  const text = makersText();
  expect(readFileSync(makersFile, 'utf8')).toBe(text);
  expect(text).toContain('Apple Passwords');
  expect(text).toContain('Google Password Manager');
});
