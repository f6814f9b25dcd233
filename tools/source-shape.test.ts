import { expect, test } from 'vitest';
import { conditionalIn, longIn, openAddressesIn, swallowedIn, unexplainedIn } from './source-shape.ts';

const body = (lines: number) => 'void 0;\n'.repeat(lines);

test('a file has at most 400 lines', () => {
  expect(longIn('src/a.ts', body(400))).toEqual([]);
  expect(longIn('src/a.ts', body(401))).toEqual([{ place: 'src/a.ts', lines: 401, most: 400 }]);
});

test.each([
  ['a declaration', (lines: string) => `export function long(): void {\n${lines}}\n`],
  ['a constant', (lines: string) => `export const long = async () => {\n${lines}};\n`],
  ['a method', (lines: string) => `export const rows = {\n  long() {\n${lines}  },\n};\n`],
])('a function has at most 80 lines: %s', (_title, write) => {
  expect(longIn('src/a.ts', write(body(78)))).toEqual([]);
  expect(longIn('src/a.ts', write(body(79)))).toEqual([{ place: 'src/a.ts long', lines: 81, most: 80 }]);
});

test.each([
  '// oxlint-disable-next-line no-control-regex',
  '  {/* oxlint-disable-next-line react/no-array-index-key */}',
  'const a = b; // oxlint-disable-line no-eval --',
  '/* oxlint-disable no-console */',
  '// @ts-expect-error',
])('finds a suppression without a reason: %s', (line) => {
  expect(unexplainedIn('src/a.ts', `\n${line}\n`)).toEqual(['src/a.ts:2 suppresses a rule without a reason (-- …)']);
});

test.each([
  '// oxlint-disable-next-line no-control-regex -- the control characters are what is looked for',
  '// @ts-expect-error Nobody would know which budget it takes from.',
  "const text = '// oxlint-disable';",
])('accepts a reason, or a line without a suppression: %s', (line) => {
  expect(unexplainedIn('src/a.ts', `${line}\n`)).toEqual([]);
});

test.each(['skip', 'skipIf', 'runIf', 'only', 'concurrent.only', 'fixme'])('finds a test that does not always run: %s', (word) => {
  const source = `\nit.${word}(() => {});\n`;
  expect(conditionalIn('src/a.test.ts', source)).toEqual([`src/a.test.ts:2 it.${word}: a test always runs`]);
  expect(conditionalIn('src/a.ts', source)).toEqual([]);
});

test('accepts tests for each row of a table', () => {
  expect(conditionalIn('e2e/a.spec.ts', "test.each([1])('counts', () => { test.slow(); });\n")).toEqual([]);
});

test('finds an address that another page fits too', () => {
  const line = (pattern: string) => `await expect(page).toHaveURL(${pattern});`;
  expect(openAddressesIn('e2e/a.spec.ts', `\n${line('/pc-security$/')}\n`)).toHaveLength(1);
  expect(openAddressesIn('e2e/a.spec.ts', [line(String.raw`/\/pc-security$/`), line('origin')].join('\n'))).toEqual([]);
});

test('finds a failure that a test hides', () => {
  const line = ["  await call('/a')", 'catch(() => undefined);'].join('.');
  expect(swallowedIn('src/a.test.ts', `\n${line}\n`)).toEqual([
    'src/a.test.ts:2 hides a failure: expect it, or say why it may fail (// May fail: …)',
  ]);
  expect(swallowedIn('src/a.test.ts', `  // May fail: the server dies meanwhile.\n${line}\n`)).toEqual([]);
  expect(swallowedIn('src/a.ts', line)).toEqual([]);
});
