// @odd-days
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

/** Named whole, or by the beginning of a template: `f.${name}`. */
function isUsed(key: string): boolean {
  if (code.includes(`'${key}'`) || code.includes(`"${key}"`)) return true;
  return key.split('.').some((_part, at, parts) => at > 0 && code.includes(`\`${parts.slice(0, at).join('.')}.$\{`));
}

test('every text of the pages is used', () => {
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('a text that no code names is found', () => {
  expect(isUsed('home.nothing-has-this-name')).toBe(false);
});
