import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#server/platform/clock.ts';
import { connect } from '#server/testing/connections.ts';
import { askDeletion } from '#server/testing/deletion.ts';
import { freshEmail, goodPassword, signInCode, signUp } from '#server/testing/people.ts';
import { accountCode, accountIdOf, askReset } from '#server/testing/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

/** The bytes by which a value could be known again: as it is, and as others write or hash it. */
function tracesOf(value: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(value);
  const hashes = ['', 'phone:', 'email:', 'username:', 'nickname:'].map((prefix) =>
    createHash('sha256').update(`${prefix}${value}`).digest(),
  );
  // In base64 a text looks different by where it begins; its middle is told from the rest.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const forms: readonly (readonly [string, Buffer])[] = [
    ['plain', bytes],
    ['utf-16', Buffer.from(value, 'utf16le')],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['percent-encoded', Buffer.from(encodeURIComponent(value))],
    ...inBase64.map((text, shift) => [`base64 at ${shift}`, Buffer.from(text)] as const),
    ...hashes.flatMap((hash, index) => [
      [`sha256 ${index}`, hash] as const,
      [`sha256 ${index} in hex`, Buffer.from(hash.toString('hex'))] as const,
      [`sha256 ${index} in base64`, Buffer.from(hash.toString('base64').slice(0, 40))] as const,
      [`sha256 ${index} in base64url`, Buffer.from(hash.toString('base64url'))] as const,
    ]),
  ];
  return new Map(forms);
}

/** Everything that the server has written: files of the database with what is free in them, its tables, avatars, counters, logs. */
async function everythingWritten(): Promise<ReadonlyMap<string, Buffer>> {
  const written = new Map<string, Buffer>();
  const { dataDir } = app.config;
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    // In production no such file is: messages go to people.
    if (!file.isFile() || file.name === 'dev-outbox.jsonl') continue;
    written.set(file.name, await readFile(join(file.parentPath, file.name)));
  }
  for (const { name } of await app.db.q().introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(app.db.q());
    written.set(`table ${name}`, Buffer.from(JSON.stringify(rows)));
  }
  return written.set('log', Buffer.from(app.logLines.map((line) => JSON.stringify(line)).join('\n')));
}

async function found(values: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const written = await everythingWritten();
  return Object.entries(values).flatMap(([name, value]) =>
    [...tracesOf(value)].flatMap(([form, trace]) =>
      [...written].flatMap(([place, bytes]) => (bytes.includes(trace) ? [`${name} (${form}) in ${place}`] : [])),
    ),
  );
}

/** A word that is nowhere else. */
const word = (of: string) => `${of}-${randomUUID().slice(0, 18)}`;

it(
  'nothing that was known of somebody can be found a moment after the purge, in any file, page, table or log line',
  { timeout: 120_000 },
  async () => {
    const { browser, contact: phone, account } = await signUp(app);
    const accountId = await accountIdOf(app, phone);
    const email = freshEmail();
    const names = { username: `u${randomUUID().replaceAll('-', '').slice(0, 20)}`, nickname: `n${randomInt(1e9)}${randomInt(1e9)}` };
    const texts = Object.fromEntries(
      ['realName', 'address', 'signature', 'profile', 'school', 'department', 'company', 'title'].map((item) => [item, word(item)]),
    );
    const more = { userAgent: word('agent'), connected: word('connected'), feedback: word('feedback'), avatar: word('picture') };
    expect(await browser.post('/userinfo', { ...names, ...texts })).toMatchObject({ code: 200 });
    await browser.post('/account/auth', { method: 'password', password: goodPassword });
    const code = await accountCode(app, browser, { contact: email, scene: 'bind' });
    expect(await browser.post('/update/email', { email, code })).toMatchObject({ code: 200 });
    const base = randomUUID().replaceAll('-', '').slice(0, 22);
    for (const size of [512, 256, 96]) await app.wiring.blobs.put(`${base}-${size}.webp`, Buffer.from(more.avatar));
    await app.db.q().updateTable('accounts').set({ profile_image: base }).where('id', '=', accountId).execute();
    await connect(app, accountId, more.connected);

    const known = app.newBrowser();
    const headers = { 'user-agent': more.userAgent };
    expect(await known.post('/login/password', { account: email, password: 'wrong-Harbour-1' }, headers)).toMatchObject({ code: 3007 });
    expect(await known.post('/login/password', { account: names.username, password: goodPassword }, headers)).toMatchObject({ code: 200 });
    await signInCode(app, app.newBrowser(), phone);
    await askReset(app, app.newBrowser(), email);
    // Others come and go meanwhile, so that pages are split and freed.
    for (let others = 0; others < 12; others += 1) await signUp(app);
    const values = { phone, email, number: account.id, base, ...names, ...texts, ...more };
    expect((await found(values)).length).toBeGreaterThan(Object.keys(values).length);

    const { data } = await askDeletion(known, { detail: more.feedback });
    await app.outbox(email);
    const dueAt = Date.parse(data.dueAt);
    app.clock.set(dueAt - day);
    await app.wiring.deletions.run();
    await app.outbox(email);
    app.clock.set(dueAt);
    await app.wiring.deletions.run();
    expect(await found(values)).toEqual([]);
  },
);
