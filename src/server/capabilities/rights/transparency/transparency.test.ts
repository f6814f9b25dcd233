// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityDays } from '#contract/protection/activity/activity.words.ts';
import { runUsers } from '#server/admin/people/users.ts';
import { referenceOf } from '#server/core/protection/notices/reference.ts';
import { setMessageState } from '#server/core/protection/messages/sent-messages.guarded.ts';
import { day } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { addPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, visitorCode } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp({ settings: { ACCESS_HOLD: 'on' } });
});

afterAll(async () => {
  await app.close();
});

interface Message {
  readonly id: string;
  readonly title: string;
  readonly channel: string;
  readonly target: string;
  readonly reference: string;
  readonly state: string;
}

interface Access {
  readonly event: string;
  readonly agent: string;
  readonly reason: string;
  readonly caseRef: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string;
}

async function list<Item>(browser: TestBrowser, path: string): Promise<Page<Item>> {
  const { code, data, text } = await browser.get<Page<Item>>(`/account/${path}`);
  if (code !== 200) throw new Error(text);
  return data;
}

/** After everything of the outbox has left. */
async function messagesOf({ browser, contact }: Person): Promise<readonly Message[]> {
  await app.outbox(contact);
  return (await list<Message>(browser, 'messages')).items;
}

const users = (...args: readonly string[]) =>
  runUsers({ config: app.config, db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['users', ...args]);

describe('the messages of an account', () => {
  it('are those that left for it, with the reference that the mail carries and without the whole contact', async () => {
    const person = await signUp(app, { email: freshEmail() });
    await addPasskey(person);
    const messages = await messagesOf(person);
    expect(messages.map(({ channel, state }) => [channel, state])).toContainEqual(['email', 'sent']);
    expect(messages.map(({ title }) => title)).toEqual(expect.arrayContaining(['Welcome to Cedar ID', 'A passkey was added']));
    expect(JSON.stringify(messages)).not.toContain(person.contact);
    const mailed = JSON.stringify(await app.outbox(person.contact));
    for (const { reference } of messages) {
      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(mailed).toContain(reference);
    }
  });

  it('have the codes of strangers that left for it, SMS without a reference, and nothing of other accounts', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const before = (await messagesOf(other)).length;
    await signInCode(app, app.newBrowser(), person.contact);
    const messages = await messagesOf(person);
    expect(messages[0]).toMatchObject({ channel: 'sms', reference: '', state: 'sent', title: '登录验证码' });
    expect(await messagesOf(other)).toHaveLength(before);
    expect(await app.newBrowser().get('/account/messages')).toMatchObject({ code: 401 });
  });

  it('have none of a discarded message: no row tells of an address without an account', async () => {
    const nobody = freshEmail();
    const count = async () => (await app.db.q().selectFrom('sent_messages').select('id').execute()).length;
    const before = await count();
    await expect(visitorCode(app, app.newBrowser(), { scene: 'reset', contact: nobody })).rejects.toThrow(nobody);
    expect(await count()).toBe(before);
    expect(await app.db.q().selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  it('that waited for too long are shown as not sent; a sent one stays sent', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const at = app.clock.now();
    const row = { account_id: accountId, at, channel: 'sms', kind: 'login', target: '138****6021', reference: '' } as const;
    const rows = [
      { ...row, id: 'waits', expires_at: at + 1000, state: 'waiting' },
      { ...row, id: 'late', expires_at: at, state: 'held' },
      { ...row, id: 'left', expires_at: at, state: 'sent' },
    ] as const;
    await app.db.q().insertInto('sent_messages').values(rows).execute();
    await setMessageState(app.db, { id: 'left', state: 'failed' });
    const states = Object.fromEntries((await messagesOf(person)).map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({ waits: 'waiting', late: 'failed', left: 'sent' });
  });

  it('come page by page, each once', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const at = app.clock.now();
    const row = {
      account_id: accountId,
      at,
      expires_at: at,
      channel: 'sms',
      kind: 'login',
      target: '',
      reference: '',
      state: 'sent',
    } as const;
    const own = (await messagesOf(person)).length;
    await app.db
      .q()
      .insertInto('sent_messages')
      .values(Array.from({ length: 35 }, (_, n) => ({ ...row, id: `${accountId} ${n}` })))
      .execute();
    const first = await list<Message>(person.browser, 'messages');
    const second = await list<Message>(person.browser, `messages?cursor=${first.next}`);
    expect(second.next).toBe('');
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(35 + own);
    expect(first.items).toHaveLength(30);
    expect(await person.browser.get('/account/messages?cursor=x')).toMatchObject({ code: 400 });
  });

  it('end after 180 days', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const at = app.clock.now() - activityDays * day - 1;
    const row = { id: `${accountId} old`, account_id: accountId, at, expires_at: at, channel: 'email', kind: 'login' } as const;
    const reference = referenceOf(row.id);
    await app.db
      .q()
      .insertInto('sent_messages')
      .values({ ...row, target: '', reference, state: 'sent' })
      .execute();
    expect((await messagesOf(person)).map(({ id }) => id)).not.toContain(row.id);
    expect(await person.browser.post('/account/messages/check', { reference })).toMatchObject({ data: { known: false } });
  });
});

describe('a reference', () => {
  it('is known to its reader however it is typed, and unknown to everybody else', async () => {
    const [person, other] = [await signUp(app, { email: freshEmail() }), await signUp(app)];
    await addPasskey(person);
    const [{ reference, title } = { reference: '', title: '' }] = await messagesOf(person);
    const check = async (browser: TestBrowser, typed: string) =>
      (await browser.post<{ known: boolean; title: string }>('/account/messages/check', { reference: typed })).data;
    for (const typed of [reference, reference.toLowerCase(), ` ${reference.replace('-', ' ')} `]) {
      expect(await check(person.browser, typed)).toMatchObject({ known: true, title });
    }
    const unknown = { known: false, title: '', at: '' };
    expect(await check(other.browser, reference)).toEqual(unknown);
    for (const typed of ['', 'UUUU-UUUU', '0000-0000', `${reference}0`, "' or 1=1 --"]) {
      expect(await check(person.browser, typed)).toEqual(unknown);
    }
  });
});

describe('access by staff', () => {
  it('is every look and act, with the reason and a pseudonym that differs by account', async () => {
    const people = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)];
    const agents = new Set<string>();
    for (const { browser, contact } of people) {
      expect((await list<Access>(browser, 'access')).items).toEqual([]);
      await users('find', contact, '--reason', 'asked', '--case', 'CASE-4711', '--operator', 'li.wei');
      app.clock.advance(1);
      await users('find', contact, '--reason', 'fraud', '--case', 'CASE-4712', '--operator', 'li.wei');
      const { items } = await list<Access>(browser, 'access');
      expect(items.map(({ event, reason, caseRef }) => [event, reason, caseRef])).toEqual([
        ['operator.looked', 'fraud', 'CASE-4712'],
        ['operator.looked', 'asked', 'CASE-4711'],
      ]);
      expect(new Set(items.map(({ agent }) => agent)).size).toBe(1);
      expect(JSON.stringify(items)).not.toContain('li.wei');
      for (const { agent } of items) agents.add(agent);
    }
    expect(agents.size).toBeGreaterThan(1);
  });

  it('may be told later where the law may forbid to tell of it at once', async () => {
    const { browser } = await signUp(app);
    expect((await browser.get('/account/access')).data).toEqual({ items: [], next: '', mayBeLate: true });
  });

  it('has acts of staff and not those of the person', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    await users('sessions', 'end', id, '--reason', 'asked', '--case', 'CASE-1', '--operator', 'li.wei');
    const browser = app.newBrowser();
    expect(await browser.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({ code: 200 });
    const { items } = await list<Access>(browser, 'access');
    expect(items.map(({ event }) => event)).toEqual(['sessions.ended']);
  });

  it('shows staff nothing without a reason, or when it cannot be written down', async () => {
    const person = await signUp(app);
    await expect(users('find', person.contact)).rejects.toThrow('--reason');
    const broken = { ...app.db, tx: () => Promise.reject(new Error('the disk is full')) };
    const deps = { config: app.config, db: broken, keyring: app.wiring.keyring, clock: app.clock };
    await expect(runUsers(deps, ['users', 'find', person.contact, '--reason', 'asked', '--case', 'CASE-1'])).rejects.toThrow(
      'the disk is full',
    );
    expect((await list<Access>(person.browser, 'access')).items).toEqual([]);
  });
});
