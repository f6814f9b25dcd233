import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Entries that a reader takes in as a menu. */
const widest = 25;

test('no folder of the sources is too wide to be a menu', () => {
  const entries = globSync('src/**', { cwd: root, exclude: ['**/.DS_Store'] }).filter((path) => path !== 'src');
  const widths = new Map<string, number>();
  for (const path of entries) widths.set(dirname(path), (widths.get(dirname(path)) ?? 0) + 1);
  expect(widths.size).toBeGreaterThan(100);
  expect([...widths].filter(([, width]) => width > widest)).toEqual([]);
});
