import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { zip, type ZipEntry } from '#server/platform/zip/zip.ts';
import { askCopy, download, openCopy, prove, unzipped } from '#server/testing/lives/copies.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { run as documents } from './documents.ts';
import { run } from './exports.ts';

let app: TestApp;
let folder: string;
let printed = '';

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
  folder = mkdtempSync(join(tmpdir(), 'cedar-id-exports-'));
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const admin = (...words: readonly string[]) => run(['exports', ...words], { ...app, keyring: app.wiring.keyring });

async function verdictOf(archive: Buffer): Promise<{ readonly code: number; readonly text: string }> {
  const file = join(folder, 'copy.zip');
  writeFileSync(file, archive);
  printed = '';
  const code = await documents(['documents', 'verify', file], { ...app, keyring: app.wiring.keyring });
  return { code, text: printed };
}

it('copies are listed and ended by an operator, and verified without being opened', async () => {
  const person = await signUp(app);
  const id = await askCopy(app, person);
  expect(await admin('list', '--state', 'ready')).toBe(0);
  expect(printed).toContain(`${id}\tready`);
  expect(printed).not.toContain(person.contact);

  const { bytes } = await download(app, person.browser, await openCopy(person, id));
  expect(await verdictOf(bytes)).toMatchObject({ code: 0, text: expect.stringContaining('Valid: ') });
  expect(printed).not.toContain(person.contact);
  expect(await verdictOf(Buffer.from('no archive'))).toMatchObject({ code: 2, text: 'This is no copy of an account.\n' });
  const other = await buildTestApp({ now: Date.now() });
  const file = join(folder, 'copy.zip');
  writeFileSync(file, bytes);
  printed = '';
  expect(await documents(['documents', 'verify', file], { ...other, keyring: other.wiring.keyring })).toBe(2);
  expect(printed).toContain('Not of this installation');
  await other.close();

  await expect(admin('remove', id)).rejects.toThrow('Usage');
  await expect(admin('list', '--state', 'opened')).rejects.toThrow('--state must be one of');
  expect(await admin('remove', id, '--reason', 'court order')).toBe(0);
  await expect(admin('remove', id, '--reason', 'again')).rejects.toThrow('it has ended');
  await prove(person, 'downloadExport');
  expect(await person.browser.post('/account/exports/open', { id })).toMatchObject({ code: 404 });
  const { sealed_key: key } = await app.db.q().selectFrom('exports').select('sealed_key').where('id', '=', id).executeTakeFirstOrThrow();
  expect(key).toBeNull();
  const noted = app.db.q().selectFrom('audit').select('detail').where('event', '=', 'export.canceled');
  expect(await noted.where('account_id', '=', await accountIdOf(app, person.contact)).execute()).toEqual([
    { detail: JSON.stringify({ export: id, by: 'operator', reason: 'court order' }) },
  ]);
});

async function* entriesOf(files: ReadonlyMap<string, Buffer>): AsyncGenerator<ZipEntry> {
  for (const [path, content] of files) yield { path, bytes: only(content) };
}

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

it('a changed list, a changed file and an added one are found', async () => {
  const person = await signUp(app);
  const { bytes } = await download(app, person.browser, await openCopy(person, await askCopy(app, person)));
  const packed = async (change: (files: Map<string, Buffer>) => void): Promise<Buffer> => {
    const files = new Map(unzipped(bytes));
    change(files);
    return Buffer.concat(await Array.fromAsync(zip(entriesOf(files), Date.UTC(2026, 10, 27))));
  };
  const text = (files: Map<string, Buffer>, path: string) => String(files.get(path));
  const cases = {
    'the list was changed': (files: Map<string, Buffer>) =>
      files.set('manifest.json', Buffer.from(text(files, 'manifest.json').replace('account-export/1', 'account-export/2'))),
    'not as listed: data/account.json': (files: Map<string, Buffer>) =>
      files.set('data/account.json', Buffer.from(`${text(files, 'data/account.json')} `)),
    'not as listed: more.txt': (files: Map<string, Buffer>) => files.set('more.txt', Buffer.from('x')),
    'not as listed: index.html': (files: Map<string, Buffer>) => files.delete('index.html'),
  };
  expect((await verdictOf(await packed(() => undefined))).code).toBe(0);
  for (const [what, change] of Object.entries(cases)) {
    const { code, text: said } = await verdictOf(await packed(change));
    expect([what, code]).toEqual([what, 2]);
    expect(said).toContain(what);
  }
});
