/** Questions and requests about data: what a person sends and reads, and their dates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { must } from '#server/testing/apps/developers.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { tellDesk } from './tell-desk.ts';

const deskMail = 'desk@requests.example';
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.parse('2026-01-31T10:00:00Z'), config: { rateFactor: 1000, requestsMail: deskMail } });
});

afterAll(() => app.close());

interface Thread {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly dueAt: string;
  readonly messages: readonly { readonly author: string; readonly text: string }[];
}

const send = (person: Person, body: object = {}) =>
  person.browser.post<Thread>('/account/requests', { kind: 'correct', topic: 'profile', text: 'Born in 1994', key: newId(), ...body });
const read = (person: Person, id: string) => person.browser.get<Thread>(`/account/requests/${id}`);
const list = async (person: Person) => must(await person.browser.get<{ requests: readonly Thread[] }>('/account/requests')).requests;
const mails = async () => (await app.outbox(deskMail)).filter(({ scene }) => scene === 'desk');
const tell = () => tellDesk({ store: app, journal: app.wiring.core.journal, deskMail });

describe('a request', () => {
  it('has a number and the date of its region, and is read only by its person', async () => {
    const chinese = await signUp(app);
    const { id, number, dueAt } = must(await send(chinese));
    expect(number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(dueAt).toBe('2026-02-15T00:00:00.000Z');
    const european = await signUp(app, { email: freshEmail() });
    expect(must(await send(european)).dueAt).toBe('2026-02-28T00:00:00.000Z');
    const thread = must(await read(chinese, id));
    expect(thread).toMatchObject({ id, number, kind: 'correct', topic: 'profile', state: 'received', outcome: null, extended: false });
    expect(thread.messages).toMatchObject([{ author: 'person', text: 'Born in 1994' }]);
    expect(await read(european, id)).toMatchObject({ code: 404 });
    expect(await european.browser.post('/account/requests/reply', { id, text: 'Mine' })).toMatchObject({ code: 404 });
    expect(await european.browser.post('/account/requests/withdraw', { id })).toMatchObject({ code: 404 });
    expect(await app.newBrowser().get('/account/requests')).toMatchObject({ status: 401 });
  });

  it('is one request however often and at once it is sent with its key', async () => {
    const person = await signUp(app);
    const key = newId();
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(person, { key })));
    expect(new Set(sent.map((answer) => must(answer).id)).size).toBe(1);
    expect(await list(person)).toHaveLength(1);
  });

  it('is the fourth open one, or the eleventh in 30 days: refused, however many race', async () => {
    const person = await signUp(app);
    const codes = (await Promise.all(Array.from({ length: 8 }, () => send(person)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(3);
    expect(codes.filter((code) => code === 3029)).toHaveLength(5);
    for (let sent = 3; sent <= 10; sent += 1) {
      for (const { id } of await list(person)) must(await person.browser.post('/account/requests/withdraw', { id }));
      expect((await send(person)).code).toBe(sent < 10 ? 200 : 3012);
    }
    const { nextAt } = (await send(person)).data as { nextAt?: string };
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(app.clock.now());
    app.clock.advance(Date.parse(nextAt ?? '') - app.clock.now() + day);
    must(await person.browser.post('/login/password', { account: person.contact, password: person.password }));
    expect((await send(person)).code).toBe(200);
  });

  it('takes replies until it ends, and twenty at most', async () => {
    const person = await signUp(app);
    const { id } = must(await send(person));
    const reply = (text: string) => person.browser.post<Thread>('/account/requests/reply', { id, text });
    expect(must(await reply('One more thing')).messages.map(({ text }) => text)).toEqual(['Born in 1994', 'One more thing']);
    const codes = (await Promise.all(Array.from({ length: 24 }, (_, index) => reply(`Reply ${index}`)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(19);
    expect(codes.filter((code) => code === 3004)).toHaveLength(5);
    for (const _ of [1, 2]) expect(must(await person.browser.post<Thread>('/account/requests/withdraw', { id })).state).toBe('withdrawn');
    expect(await reply('Too late')).toMatchObject({ code: 1022 });
  });

  it.each([
    ['nothing', '', 'required'],
    ['invisible signs alone', ' \u202e\u2066\u0007 ', 'required'],
    ['2,001 characters', 'x'.repeat(2001), 'max'],
    ['2,001 characters of four bytes', '𝒳'.repeat(2001), 'max'],
  ])('of %s is refused', async (_, text, rule) => {
    const person = await signUp(app);
    const answer = await send(person, { text });
    expect(answer.code).toBe(400);
    expect(answer.data).toMatchObject({ fields: { text: rule } });
    expect(await list(person)).toEqual([]);
  });

  it.each(['a\u0000b', 'a\ud800b', 'x'.repeat(5000), 7, null])('is malformed with %j', async (text) => {
    const person = await signUp(app);
    expect((await send(person, { text })).code).toBe(400);
    expect((await send(person, { key: '__proto__' })).code).toBe(400);
    expect(await list(person)).toEqual([]);
  });

  it('is stored without what turns or breaks the text around it, and sealed', async () => {
    const person = await signUp(app);
    const { id } = must(await send(person, { text: 'a\u202eb\u0007cd\r\n<svg onload=x>' }));
    expect(must(await read(person, id)).messages[0]?.text).toBe('abcd\n<svg onload=x>');
    const rows = await app.db.q().selectFrom('rights_messages').selectAll().where('request_id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain('svg');
  });

  it('stands in the copy, and goes with its account', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    must(await send(person));
    expect(must(await person.browser.get<{ topics: readonly { topic: string; count: number }[] }>('/account/data')).topics).toContainEqual(
      expect.objectContaining({ topic: 'requests', count: 2 }),
    );
    const events = await app.db.q().selectFrom('audit').select(['event']).where('account_id', '=', accountId).execute();
    expect(events).toContainEqual({ event: 'request.opened' });
  });
});

describe('the desk', () => {
  it('is told at once, at half-time, three days before, on the date and then daily, once of each', async () => {
    const begin = app.clock.now();
    const person = await signUp(app);
    await tell();
    const before = (await mails()).length;
    const { number, dueAt } = must(await send(person, { text: 'A secret of mine' }));
    await expect.poll(async () => (await mails()).length).toBe(before + 1);
    const due = Date.parse(dueAt);
    const heard: string[] = [];
    for (let at = begin; at < due + 3 * day; at += 6 * hour) {
      app.clock.set(at);
      const known = (await mails()).length;
      // Two servers ask at once.
      await Promise.all([tell(), tell()]);
      const [newest] = await mails();
      if ((await mails()).length > known && JSON.stringify(newest).includes(number)) heard.push(String(Math.round((at - due) / day)));
    }
    expect(heard).toEqual(['-7', '-3', '0', '1', '2']);
    const all = JSON.stringify(await mails());
    expect(all).not.toContain('secret');
    expect(all).not.toContain(person.contact);
    app.clock.set(begin);
  });

  it('is told nothing without an address', async () => {
    const store = { db: app.db, clock: app.clock };
    expect(await tellDesk({ store, journal: app.wiring.core.journal, deskMail: undefined })).toBe(0);
  });
});
