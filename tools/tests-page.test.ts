import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingTests, namedIn } from './named-tests.ts';

test('the tests that the page names exist and run', () => {
  const named = namedIn(readFileSync(join(import.meta.dirname, '../docs/design/tests.md'), 'utf8'));
  expect(named.length).toBeGreaterThan(8);
  expect(missingTests(named)).toEqual([]);
});
