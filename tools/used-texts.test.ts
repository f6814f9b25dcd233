import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');

function readAll(pattern: string, isMeant: (file: string) => boolean): string {
  const files = globSync(pattern, { cwd: src }).filter(isMeant);
  return files.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
}

/** Texts of the pages. Those of refusals and rules have keys that are derived from their tables. */
const keys = [...readAll('messages/en/{chrome,controls,screens/**/*}.ts', () => true).matchAll(/^ +'([\w.-]+)':/gm)].map(
  ([, key = '']) => key,
);

const code = readAll('{web,server,contract}/**/*.{ts,tsx}', (file) => !file.includes('.test.'));

/** Keys that are named whole, and the beginnings of templates: `f.${name}`. */
const whole = new Set(Array.from(code.matchAll(/['"](?=([\w.-]+)['"])/g), ([, key]) => key));
const begun = new Set(Array.from(code.matchAll(/`([\w.-]+)\.\$\{/g), ([, beginning]) => beginning));

function isUsed(key: string): boolean {
  return whole.has(key) || key.split('.').some((_part, at, parts) => begun.has(parts.slice(0, at).join('.')));
}

test('every text of the pages is used', () => {
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('a text that no code names is found', () => {
  expect(isUsed('home.nothing-has-this-name')).toBe(false);
});
