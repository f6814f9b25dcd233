import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { openAgreements } from '#server/core/agreements/agreements.ts';
import { insertPublication } from '#server/core/agreements/publications.repository.ts';
import { builtInDocuments } from '#server/core/agreements/built-in.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { runAgreements } from './agreements.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.UTC(2027, 0, 1) });
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-agreements-'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  runAgreements({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['agreements', ...args]);

const text = {
  title: '{brand} terms',
  sections: [{ heading: 'One', paragraphs: ['Be kind.'] }],
  changes: [{ kind: 'new', text: 'Kindness' }],
};

/** Writes the folder of a publication of the service agreement, with one file replaced. */
async function folderOf(version: string, wrong: { readonly file?: string; readonly content?: unknown } = {}): Promise<string> {
  const own = await mkdtemp(join(folder, 'publication-'));
  await mkdir(join(own, 'serverAgreement'));
  await writeFile(join(own, 'publication.json'), JSON.stringify({ serverAgreement: version }));
  for (const region of regions) {
    for (const language of languages) {
      const name = `${region}.${language}.json`;
      const content = wrong.file === name ? wrong.content : text;
      if (content !== undefined) await writeFile(join(own, 'serverAgreement', name), JSON.stringify(content));
    }
  }
  return own;
}

it('agreements are checked, published and listed; an instance follows', async () => {
  const own = await folderOf('2027-02-01');
  expect(await run('check', own)).toContain('serverAgreement 2027-02-01 (CN, zh_CN)');
  expect(await run('publish', own)).toContain('Nothing is published without --confirm.');
  expect(await run('list')).not.toContain('2027-02-01');
  expect(await run('publish', own, '--requires-acceptance', '--confirm')).toBe('Published 2. People may put it off until 2027-03-02.');
  expect(await run('list')).toMatch(
    /^2\toperator\tpublished 2027-01-01\tin force 2027-01-31\tasks until 2027-03-02\tserverAgreement 2027-02-01$/m,
  );
  const { agreements } = app.wiring.core.identity;
  await agreements.job.run();
  expect(agreements.current()).toContainEqual({ type: 'serverAgreement', version: '2027-02-01' });
  const [event] = await app.db.q().selectFrom('audit').select('event').where('event', '=', 'publication.published').execute();
  expect(event).toBeDefined();
  await expect(run('publish', own, '--confirm')).rejects.toThrow('needs a new version');
});

it.each([
  ['a missing language', { file: 'CN.zh_CN.json' }, 'CN.zh_CN.json'],
  ['no changes', { file: 'DE.en_US.json', content: { ...text, changes: [] } }, 'changes must be 1 to 7'],
  ['another kind of change', { file: 'DE.en_US.json', content: { ...text, changes: [{ kind: 'better', text: 'x' }] } }, 'changes must be'],
  ['a section without paragraphs', { file: 'CN.en_US.json', content: { ...text, sections: [{ heading: 'x' }] } }, 'sections must be'],
  ['an unknown placeholder', { file: 'CN.en_US.json', content: { ...text, title: '{name}' } }, '{name} is no placeholder'],
])('a folder with %s is refused', async (_what, wrong, message) => {
  await expect(run('check', await folderOf('2027-03-01', wrong))).rejects.toThrow(message);
});

it.each([
  ['soon', ['--requires-acceptance', '--effective', '2027-01-20'], '30 days from now'],
  ['backward', ['--requires-acceptance', '--effective', '2027-03-01', '--later-until', '2027-02-20'], 'must not be before'],
  ['asking nobody until a date', ['--later-until', '2027-03-01'], '--requires-acceptance'],
  ['never', ['--requires-acceptance', '--effective', 'never'], 'must be a date'],
])('a publication that comes %s is refused', async (_how, flags, message) => {
  await expect(run('publish', await folderOf('2027-04-01'), '--confirm', ...flags)).rejects.toThrow(message);
});

it('a version is one text: a server with another text under a known version does not start', async () => {
  const database = await openTestDatabase();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => database.close());
  const documents = builtInDocuments().map((document) => ({ ...document, digest: '0'.repeat(64) }));
  await insertPublication(database.db, { number: 1, origin: 'built-in', publishedAt: 0, effectiveAt: 0, laterUntil: null }, documents);
  await expect(openAgreements({ db: database.db, clock: app.clock })).rejects.toThrow('has another text than the one that people accepted');
});
