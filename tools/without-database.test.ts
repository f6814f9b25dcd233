import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testsInTurns, testsOfOneRun, testsOfOtherDay, testsWithoutDatabase } from './without-database.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'without-database-'));
  write('package.json', JSON.stringify({ imports: { '#server/*': './src/server/*' } }));
  write('src/server/testing/database.ts', `export const kind = process.env['TEST_DATABASE'];\n`);
  write('src/server/testing/app.ts', `export { kind } from './database.ts';\n`);
  write('src/server/testing/program.ts', `import '#server/testing/app.ts';\n`);
  write('src/server/platform/clock.ts', `export const clock = 1;\n`);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test('names a test that reaches no database', () => {
  write('src/server/platform/clock.test.ts', `import { clock } from './clock.ts';\nconst own = 'DATABASE_URL';\n`);
  expect(testsWithoutDatabase(root)).toEqual(['src/server/platform/clock.test.ts']);
});

test.each([
  ['imports it over other modules', `import { kind } from '#server/testing/app.ts';`],
  ['imports it on demand', `const app = await import('#server/testing/app.ts');`],
  ['starts a program that does', `spawn(process.execPath, [fileURLToPath(new URL('../testing/program.ts', import.meta.url))]);`],
  ['starts a program by its path from the root', `spawn('node', ["src/server/testing/program.ts"]);`],
  ['reads the setting itself', `const isPostgres = process.env['TEST_POSTGRES_URL'] !== undefined;`],
])('does not name a test that %s', (_how, source) => {
  write('src/server/app/some.test.ts', `${source}\n`);
  expect(testsWithoutDatabase(root)).toEqual([]);
});

test('runs each file on one database in a run of everything, on the other one on the next day, and races and the database layer on both', () => {
  const onBoth = [
    'platform/db/one.test.ts',
    'whole/lives/life-races.test.ts',
    'core/two.guarded.test.ts',
    'app/three.postgres.test.ts',
  ].map((file) => `src/server/${file}`);
  const inTurns = ['admin/four', 'app/five', 'capabilities/rights/six', 'core/seven'].map((file) => `src/server/${file}.test.ts`);
  for (const file of [...onBoth, ...inTurns]) write(file, `import { kind } from '#server/testing/app.ts';\n`);
  const leftOut = (JUDGE_SEED: string) => (['sqlite', 'postgres'] as const).map((database) => testsInTurns(root, database, { JUDGE_SEED }));
  const [[sqlite = [], postgres = []], next] = [leftOut('7'), leftOut('8')];
  expect([...sqlite, ...postgres].toSorted()).toEqual(inTurns);
  expect(next).toEqual([postgres, sqlite]);
  expect([testsInTurns(root, 'postgres', {}), testsInTurns(root, 'sqlite', { JUDGE_SEED: '7', JUDGES: 'whole' })]).toEqual([[], []]);
});

test('leaves out the tests of the other day by their first line, and none in the whole form', () => {
  const marks = { 'tools/even': '// @even-days', 'src/server/app/odd': '// @one-database @odd-days', 'lab/each': '// not @odd-days' };
  for (const [file, mark] of Object.entries(marks)) write(`${file}.test.ts`, `${mark}\n`);
  const [even, odd] = ['20', '21'].map((JUDGE_SEED) => testsOfOtherDay(root, { JUDGE_SEED }));
  expect([even, odd]).toEqual([['src/server/app/odd.test.ts'], ['tools/even.test.ts']]);
  expect([testsOfOtherDay(root, {}), testsOfOtherDay(root, { JUDGE_SEED: '20', JUDGES: 'whole' })]).toEqual([[], []]);
  expect(testsOfOneRun(root)).toEqual(['src/server/app/odd.test.ts']);
});

/** Whether a browser test with a day is in one statement with a part that is as even or odd as the day, so that one half is never shown. */
function halvesTwice(source: string): boolean {
  const statements = source.split(/^(?=[a-z])/m);
  return statements.some((text) => /\bon(?:Phone)?(?:Even|Odd)\b/.test(text) && /\bshare\([^;]*?\bof: \d*[02468]\b/.test(text));
}

/** Whether it takes its tags from elsewhere than one row of e2e/support/projects.ts. */
const mixesTags = (source: string) =>
  /\btag:/.test(source) || /\bdescribe\([^=]*\b(?:inBothLayouts|on(?:Phone)?(?:Even|Odd))\b/.test(source);

test('no turn of a test hides a half of it for good', () => {
  const tree = join(import.meta.dirname, '..');
  const read = (file: string) => readFileSync(join(tree, file), 'utf8');
  const specs = globSync('e2e/*.ts', { cwd: tree });
  expect(specs.filter((file) => /\binBothLayouts\b/.test(read(file))).length).toBeGreaterThan(10);
  expect(specs.filter((file) => halvesTwice(read(file)) || mixesTags(read(file)))).toEqual([]);
  const marked = globSync('src/server/**/*.test.ts', { cwd: tree }).filter((file) => /^\/\/ @.*-days/.test(read(file)));
  expect(marked.filter((file) => !testsOfOneRun(tree).includes(file))).toEqual([]);
});

test.each([
  "test('shows', onEven, async () => {\n  for (const path of share(paths, { of: 2, turn: path })) await open(path);\n});",
  "for (const path of share(paths, { of: 4 }))\n  test('shows', onPhoneOdd, async () => undefined);",
])('such a turn is found in %j', (source) => expect(halvesTwice(source)).toBe(true));

test.each(["test('shows', { tag: ['@both-layouts', '@odd-days'] }, run)", "test.describe('all', onEven, () => {})"])(
  'tags of its own are found in %j',
  (source) => expect(mixesTags(source)).toBe(true),
);
