import { expect, test } from 'vitest';
import { tooLarge } from './desk-build.ts';

const kib = 1024;
const sizes = {
  '/desk/assets/entry-desk-AAAAAAAA.js': 75 * kib,
  '/desk/assets/overview-AAAAAAAA.js': 5 * kib,
  '/desk/assets/rooms-AAAAAAAA.js': 15 * kib,
  '/desk/assets/texts-en-AAAAAAAA.js': 10 * kib,
  '/desk/assets/texts-zh-AAAAAAAA.js': 11 * kib,
};
const first = ['/desk/assets/entry-desk-AAAAAAAA.js', '/desk/assets/overview-AAAAAAAA.js'];

test('counts the texts of one language, and says which is too large: all of the desk, or its first page', () => {
  expect(tooLarge({ sizes, first })).toEqual([]);
  expect(tooLarge({ sizes: { ...sizes, '/desk/assets/rooms-AAAAAAAA.js': 45 * kib }, first })).toEqual([
    expect.stringMatching(/^The desk has 136\.0 KiB/),
  ]);
  expect(tooLarge({ sizes, first: [...first, '/desk/assets/rooms-AAAAAAAA.js'] })).toEqual([
    expect.stringMatching(/^The first page of the desk has 106\.0 KiB/),
  ]);
});
