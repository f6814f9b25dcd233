import { expect, test } from 'vitest';
import { missingTests, namedIn } from './named-tests.ts';
import { shownSource } from './shown-pages.ts';

const page = shownSource('conformance');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:requirement|module) /.test(line));

test('every requirement has a section and a test', () => {
  expect(rows.length).toBeGreaterThan(30);
  const empty = rows.filter((line) => {
    const cells = line.split('|').slice(1, -1);
    return cells.length !== 3 || cells.some((cell) => cell.trim() === '') || !namedIn(line).some(({ titles }) => titles.length > 0);
  });
  expect(empty).toEqual([]);
});

test('the tests exist and run', () => {
  expect(missingTests(namedIn(page))).toEqual([]);
});
