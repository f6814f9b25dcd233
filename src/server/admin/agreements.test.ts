import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { freshPhone, registrationBody } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { runAgreements } from './agreements.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-agreements-'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  runAgreements({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['agreements', ...args]);

const text = { title: '{brand} terms', sections: [{ heading: 'One', paragraphs: ['Be kind.'] }] };

/** Writes the folder of both agreements; one file is as named. */
async function folderOf(version: string, wrong: { readonly file?: string; readonly content?: string } = {}): Promise<string> {
  const own = await mkdtemp(join(folder, 'publication-'));
  await writeFile(join(own, 'publication.json'), JSON.stringify({ privateAgreement: version, serverAgreement: version }));
  for (const type of ['privateAgreement', 'serverAgreement']) {
    await mkdir(join(own, type));
    for (const name of regions.flatMap((region) => languages.map((language) => `${region}.${language}.json`))) {
      const content = wrong.file === `${type}/${name}` ? wrong.content : JSON.stringify(text);
      if (content !== undefined) await writeFile(join(own, type, name), content);
    }
  }
  return own;
}

const newest = async () => (await app.db.q().selectFrom('publications').select('number').orderBy('number').execute()).at(-1)?.number;

describe('the first agreements of the operator', () => {
  it.each([
    ['a missing text', { file: 'serverAgreement/CN.zh_CN.json' }, 'serverAgreement/CN.zh_CN.json: title'],
    ['a text that is no JSON', { file: 'serverAgreement/DE.en_US.json', content: '{' }, 'cannot be read as JSON'],
    [
      'an unknown placeholder',
      { file: 'privateAgreement/CN.en_US.json', content: JSON.stringify({ ...text, title: '{name}' }) },
      'CN.en_US.json: placeholder {name}',
    ],
  ])('are refused with %s', async (_what, wrong, message) => {
    await expect(run('publish', await folderOf('2026-01-02', wrong))).rejects.toThrow(message);
    expect(await newest()).toBe(1);
  });

  it('are refused under a wrong or published version', async () => {
    await expect(run('publish', await folderOf('latest'))).rejects.toThrow('the version of privateAgreement');
    const [{ version } = { version: '' }] = app.wiring.core.identity.agreements.current();
    await expect(run('publish', await folderOf(version))).rejects.toThrow('needs a new version');
    expect(await newest()).toBe(1);
  });

  it('are in force before the first person registers, who accepts them', async () => {
    expect(await run('publish', await folderOf('2026-01-02'))).toBe(
      'Published 2: privateAgreement 2026-01-02, serverAgreement 2026-01-02.',
    );
    const { agreements } = app.wiring.core.identity;
    await agreements.follow();
    const inForce = ['privateAgreement', 'serverAgreement'].map((type) => ({ type, version: '2026-01-02' }));
    expect(agreements.current()).toEqual(inForce);
    const event = app.db.q().selectFrom('audit').select('detail').where('event', '=', 'publication.published');
    expect(JSON.parse((await event.executeTakeFirstOrThrow()).detail)).toMatchObject({ number: 2, asks: false });
    const browser = app.newBrowser();
    const body = await registrationBody(app, browser, { phone: freshPhone() });
    expect(await browser.post('/register/phone', body), 'the texts of the product').toMatchObject({ code: 3010 });
    const again = { ...(await registrationBody(app, browser, { phone: freshPhone() })), agreements: inForce };
    expect(await browser.post('/register/phone', again)).toMatchObject({ code: 200 });
  });

  it('are at the desk once there is an account', async () => {
    await expect(run('publish', await folderOf('2026-01-03'))).rejects.toThrow('publish agreements at the desk');
    expect(await newest()).toBe(2);
  });
});
