import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { AdminError } from '#server/admin/admin-command.ts';
import { runUsers } from './users.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

const run = (...args: readonly string[]) =>
  runUsers({ config: app.config, db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['users', ...args]);

async function idOf({ account }: Person): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('id').where('number', '=', account.id).executeTakeFirstOrThrow()).id;
}

const why = ['--reason', 'asked', '--case', 'CASE-12', '--operator', 'li.wei'];

function signIn({ contact, password }: Person, browser = app.newBrowser()) {
  return browser.post('/login/password', { account: contact, password });
}

async function trail(accountId: string) {
  const rows = await app.db.q().selectFrom('audit').select(['event', 'detail']).where('account_id', '=', accountId).orderBy('at').execute();
  return rows.filter(({ detail }) => detail.includes('operator')).map(({ event, detail }) => ({ event, ...JSON.parse(detail) }));
}

describe('users', () => {
  it('are found by id after their purge, without further data', async () => {
    const person = await signUp(app);
    const id = await idOf(person);
    const { data } = await askDeletion(person.browser);
    const now = app.clock.now();
    app.clock.set(Date.parse(data.dueAt));
    await app.wiring.jobs.deletions.run();
    app.clock.set(now);
    expect(await run('find', id, ...why)).toBe(`id        ${id}\nstate     purged`);
    await expect(run('find', person.account.id, ...why)).rejects.toBeInstanceOf(AdminError);
  });

  it.each([
    ['phone', {}],
    ['email', { email: freshEmail() }],
  ])('are found by %s and by id, and shown masked', async (_, contact) => {
    const person = await signUp(app, contact);
    const id = await idOf(person);
    const shown = await run('find', person.contact, ...why);
    expect(await run('find', id, ...why)).toBe(shown);
    expect(await run('find', person.account.id, ...why)).toBe(shown);
    expect(shown).toContain('state     active');
    expect(shown).toContain('sessions  1');
    expect(shown).toContain('password');
    expect(shown).not.toContain(person.contact);
    expect(shown).not.toContain(person.account.nickname);
    expect(shown).not.toContain(person.browser.clientIp);
  });

  it('are locked with notice and without open sessions, and unlocked', async () => {
    const person = await signUp(app);
    const id = await idOf(person);
    const elsewhere = { browser: app.newBrowser() };
    expect(await signIn(person, elsewhere.browser)).toMatchObject({ code: 200 });
    const party = await newRelyingParty(app);
    const { access_token: token } = await signInTo(app, person.browser, { party });
    const userinfo = async () => {
      const headers = { authorization: `Bearer ${token}`, origin: undefined };
      return (await app.newBrowser().raw({ method: 'GET', path: '/oidc/me', headers })).status;
    };
    expect(await userinfo()).toBe(200);

    expect(await run('lock', id, ...why)).toContain('Locked');
    await expect(run('lock', id, ...why)).rejects.toThrow('The account is locked: nothing was done.');
    // Told once: the cookie is gone afterwards. The same on every other device.
    for (const browser of [person.browser, elsewhere.browser]) {
      expect(await browser.get('/account/metainfo')).toMatchObject({ status: 200, code: 4010 });
      expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    }
    expect(await userinfo()).toBe(401);
    expect(await signIn(person)).toMatchObject({ code: 4010 });
    expect(await run('find', person.contact, ...why)).toContain('state     locked');
    expect((await app.outbox(person.contact)).find(({ scene }) => scene === 'accountLocked')?.text).toContain('锁定');

    expect(await run('unlock', id, ...why)).toContain('Unlocked');
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await userinfo()).toBe(401);
    expect(await signIn(person)).toMatchObject({ code: 200 });
    const order = { operator: 'li.wei', reason: 'asked', case: 'CASE-12' };
    expect(await trail(id)).toEqual([
      { event: 'account.locked', ...order },
      { event: 'operator.looked', ...order },
      { event: 'account.unlocked', ...order },
    ]);
  });

  it('are frozen with a case, and unfrozen only by their owner', async () => {
    const person = await signUp(app);
    const id = await idOf(person);
    expect(await run('freeze', id, ...why)).toContain('Frozen');
    await expect(run('freeze', id, ...why)).rejects.toThrow('The account is frozen: nothing was done.');
    await expect(run('unlock', id, ...why)).rejects.toThrow('nothing was done');
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await signIn(person)).toMatchObject({ code: 3016 });
    expect((await app.outbox(person.contact))[0]).toMatchObject({ scene: 'frozen' });
    expect(await trail(id)).toMatchObject([{ event: 'account.frozen', operator: 'li.wei' }]);
  });

  it('are signed out everywhere', async () => {
    const person = await signUp(app, { email: freshEmail() });
    expect(await run('sessions', 'end', person.account.id, ...why)).toContain('ended');
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await signIn(person)).toMatchObject({ code: 200 });
    expect((await app.outbox(person.contact))[0]).toMatchObject({ channel: 'email' });
    expect(await trail(await idOf(person))).toMatchObject([{ event: 'sessions.ended' }]);
  });

  it.each([
    ['lock'],
    ['lock', '--reason', 'asked'],
    ['lock', '--reason', 'because', '--case', 'CASE-12'],
    ['lock', '--reason', 'asked', '--case', 'a@example.com'],
    ['lock', '--reason', 'asked', '--case', '138-1234-5678'],
    ['lock', '--reason', 'asked', '--case', 'CASE-12', '--operator', 'two words'],
    ['freeze', '--reason', 'asked'],
    ['unlock', ...why],
    ['password', ...why],
    ['sessions', ...why],
  ])('are left unchanged by %j', async (verb, ...rest) => {
    const person = await signUp(app);
    await expect(run(verb, person.account.id, ...rest)).rejects.toThrow(AdminError);
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 200 });
  });

  it('are refused if unknown', async () => {
    await expect(run('find', 'nobody@example.com', ...why)).rejects.toThrow('There is no such account.');
    await expect(run('find', '-begins-like-an-option', ...why)).rejects.toThrow('There is no such account.');
  });
});
