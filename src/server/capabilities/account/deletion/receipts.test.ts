/** Receipts of erasures: found only by their link, without the person in them, and checked by programs of others. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiptFiles } from '#contract/account/deletion/erasure.words.ts';
import { tables } from '#server/core/tables.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { keptTables } from './receipt-document.ts';

let app: TestApp;
/** Apps of every person who leaves: one hears of the end of sessions, the other of nothing. */
let parties: readonly TestRelyingParty[] = [];

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
  await app.listen();
  parties = [
    await newRelyingParty(app, { name: { zh_CN: '听', en_US: 'Listening' }, backchannelLogoutUri: 'https://app.example/logout' }),
    await newRelyingParty(app, { name: { zh_CN: '聋', en_US: 'Deaf' } }),
  ];
});

afterAll(() => app.close());

interface Shown {
  readonly dueAt: string;
  readonly receipt: {
    readonly id: string;
    readonly erasedAt: string;
    readonly erased: readonly object[];
    readonly apps: readonly object[];
    readonly archive: string;
  } | null;
}

const show = (token: string) => app.newBrowser().post<Shown>('/receipt', { token });

/** A person who has asked for the deletion, and the token of the receipt. */
async function leaving() {
  const person = await signUp(app);
  for (const party of parties) await signInTo(app, person.browser, { party });
  const accountId = await accountIdOf(app, person.contact);
  const email = `${accountId.slice(0, 12)}@receipts.example`;
  await addEmail(app, accountId, email);
  const { data } = await askDeletion(person.browser);
  const { dueAt, receiptUrl } = data as { dueAt: string; receiptUrl: string };
  const token = /^https?:\/\/[^#]+\/receipt#([\w-]{22})$/.exec(receiptUrl)?.[1] ?? '';
  return { ...person, accountId, email, dueAt, receiptUrl, token };
}

it('is behind the link of the answer, the mail and the SMS, which is kept nowhere', async () => {
  const { contact, email, token, receiptUrl, dueAt } = await leaving();
  for (const to of [contact, email]) {
    const [told] = (await app.outbox(to)).filter(({ scene }) => scene === 'deletionRequested');
    expect(told?.text).toContain(told?.channel === 'sms' ? `/r#${token}` : receiptUrl);
  }
  expect(await show(token)).toMatchObject({ code: 200, data: { dueAt, isSettling: false, receipt: null } });
  const rows = await app.db.q().selectFrom('deletions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(app.logLines)).not.toContain(token);
});

it('is not told apart when it is unknown, malformed, or of a deletion that was withdrawn', async () => {
  const { email, token } = await leaving();
  const mailed = await mailedWithdrawal(app, email);
  expect(await withdrawWith(app.newBrowser(), mailed?.ticket ?? '')).toMatchObject({ code: 200 });
  const answers = [];
  for (const given of [token, 'x'.repeat(22), '', '../../etc', `${token.slice(0, -1)}!`]) answers.push((await show(given)).text);
  expect(new Set(answers.map((text) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1);
  expect(await show(token)).toMatchObject({ code: 404 });
});

it('is signed at the purge: openssl checks it, and it has nothing of the person', async () => {
  const { contact, email, accountId, account, token, dueAt } = await leaving();
  app.clock.set(Date.parse(dueAt));
  await app.wiring.jobs.deletions.run();
  const shown = await show(token);
  expect(shown).toMatchObject({ code: 200, data: { receipt: { erasedAt: dueAt } } });
  expect(shown.data.receipt?.erased).toContainEqual({ topic: 'account', count: expect.any(Number) });
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-receipt-'));
  try {
    await writeFile(join(folder, 'receipt.zip'), Buffer.from(shown.data.receipt?.archive ?? '', 'base64'));
    expect(spawnSync('unzip', ['-q', 'receipt.zip'], { cwd: folder }).status).toBe(0);
    const text = await readFile(join(folder, receiptFiles.receipt), 'utf8');
    for (const own of [contact, email, accountId, account.id, token]) expect(text).not.toContain(own);
    const document = JSON.parse(text);
    expect(new Set(document.apps)).toEqual(
      new Set([
        { name: '听', told: 'signOut' },
        { name: '聋', told: 'none' },
      ]),
    );
    expect(shown.data.receipt?.apps).toEqual(document.apps);
    expect(document).toMatchObject({ format: 'erasure-receipt/1', issuer: app.config.publicUrl, dueAt, erasedAt: dueAt });
    const trail = await app.db.q().selectFrom('audit').select(['id', 'mac', 'event']).where('account_id', '=', accountId).execute();
    expect(trail).toContainEqual({ id: document.audit.row, mac: document.audit.mac, event: 'account.purged' });
    const published = (await app.app.inject('/.well-known/document-keys.json')).json();
    expect(published.keys.map(({ kid }: { kid: string }) => kid)).toContain(document.key);
    expect(verified(folder)).toBe('Verified OK');
    await writeFile(join(folder, receiptFiles.receipt), text.replace('"erased"', '"Erased"'));
    expect(verified(folder)).not.toBe('Verified OK');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What the command of the page says. */
function verified(cwd: string): string {
  const { receipt, signature, key } = receiptFiles;
  return spawnSync('openssl', ['dgst', '-sha256', '-verify', key, '-signature', signature, receipt], {
    cwd,
    encoding: 'utf8',
  }).stdout.trim();
}

it('says what is kept for every table that an erasure leaves', () => {
  const left = tables.filter(({ erase }) => typeof erase === 'object' && erase.rows !== 'go').map(({ name }) => name);
  expect(left.filter((name) => !Object.values(keptTables).flat().includes(name))).toEqual([]);
});
