// @one-database
/** The way into the desk, its session, and what neither opens nor keeps it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hour, minute, second } from '#server/platform/clock.ts';
import { doneByTwo, enter, makeMember, newDeskBrowser, newMember, type DeskBrowser, type DeskMember } from '#server/testing/people/desk.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { open } from '#server/testing/apps/openid.ts';
import { addPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp({ desk: true });
});

afterAll(() => app.close());

beforeEach(() => app.clock.set(Date.now()));

/** Goes the whole way from the desk's own address through the sign-in of the product. Returns where it ended. */
async function goIn(desk: DeskBrowser, person: Pick<Person, 'browser'>, passkey?: OwnPasskey): Promise<string> {
  // Later than everything that the person has proven so far.
  app.clock.set(Date.now());
  const begun = await desk.browser.raw({ method: 'GET', path: '/desk/in' });
  expect(begun.status).toBe(302);
  const page = await open(app, person.browser, begun.headers['location'] ?? '');
  expect(page.url.pathname).toBe('/login');
  // The library has its own clock, and a sign-in of the same second may be the one before.
  app.clock.set(Date.now() + second);
  if (passkey !== undefined) expect(await signInByPasskey(person.browser, passkey)).toMatchObject({ code: 200 });
  const back = await open(app, person.browser, page.url.searchParams.get('redirect') ?? '');
  const arrived = await desk.browser.raw({ method: 'GET', path: back.url.pathname + back.url.search });
  return `${arrived.status} ${arrived.headers['location'] ?? ''}`;
}

describe('the way in', () => {
  it('is the sign-in of the product, then a session bound to the key of the browser', async () => {
    app.clock.advance(-5 * minute);
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    const member = { accountId: await accountIdOf(app, person.contact), role: 'agent', name: 'm-entry' } as const;
    await makeMember(app, member, app.config.desk?.url);
    // As of an old one: it stands for itself.
    await app.db.q().deleteFrom('ways_meta').where('account_id', '=', member.accountId).execute();
    const desk = await newDeskBrowser(app);
    expect(await goIn(desk, person, passkey)).toBe('303 /desk/enter');
    expect(await desk.post('/session')).toMatchObject({ code: 200, data: { endedAnother: false } });
    expect(await desk.get('/me')).toMatchObject({ code: 200, data: { name: member.name, role: 'agent', environment: 'test' } });
    expect(await desk.post('/session'), 'an entry is good once').toMatchObject({ code: 1022 });
    const rows = await app.db.q().selectFrom('openid_consents').select('client_id').where('account_id', '=', member.accountId).execute();
    expect(rows, 'the desk is no app of the person').toEqual([]);
    expect(await desk.delete('/session')).toMatchObject({ code: 200 });
    expect(await desk.get('/me')).toMatchObject({ code: 401 });
  });

  it('asks again although the person is signed in, and knows who is no member', async () => {
    app.clock.advance(-5 * minute);
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    const desk = await newDeskBrowser(app);
    expect(await goIn(desk, person, passkey)).toBe('303 /desk/refused/stranger');
    const id = await accountIdOf(app, person.contact);
    const refused = await app.db
      .q()
      .selectFrom('audit')
      .select('event')
      .where('account_id', '=', id)
      .where('event', '=', 'desk.refused')
      .execute();
    expect(refused).toHaveLength(1);
    expect(await desk.post('/session')).toMatchObject({ code: 401 });
  });

  it('takes no code of another way, and no way twice', async () => {
    const desk = await newDeskBrowser(app);
    const path = `/desk/back?code=${'c'.repeat(43)}&state=${'s'.repeat(43)}&iss=${encodeURIComponent(app.config.publicUrl)}`;
    expect((await desk.browser.raw({ method: 'GET', path })).headers['location']).toBe('/desk/refused/way');
  });
});

describe('a session of the desk', () => {
  let member: DeskMember;
  let desk: DeskBrowser;

  beforeEach(async () => {
    member = await newMember(app, 'lead');
    desk = await enter(app, member);
  });

  it.each<readonly [string, () => Promise<unknown>]>([
    ['its cookie in another browser', async () => (await newDeskBrowser(app, { from: desk.browser })).get('/me')],
    ['no proof', async () => desk.get('/me', { 'desk-proof': undefined })],
    ['a proof for another method', async () => desk.get('/me', { 'desk-proof': await desk.proof('POST', '/me') })],
    ['a proof for another address', async () => desk.get('/me', { 'desk-proof': await desk.proof('GET', '/session') })],
    [
      'a proof of tomorrow',
      async () => desk.get('/me', { 'desk-proof': await desk.proof('GET', '/me', { iat: app.clock.now() / second + 90 }) }),
    ],
    [
      'a proof of yesterday',
      async () => desk.get('/me', { 'desk-proof': await desk.proof('GET', '/me', { iat: app.clock.now() / second - 90 }) }),
    ],
    [
      'a proof that was used',
      async () => {
        const proof = await desk.proof('GET', '/me');
        expect(await desk.get('/me', { 'desk-proof': proof })).toMatchObject({ code: 200 });
        return desk.get('/me', { 'desk-proof': proof });
      },
    ],
    ['an ordinary session', async () => (await newDeskBrowser(app, { from: member.person.browser })).get('/me')],
    ['a bearer token', async () => (await newDeskBrowser(app)).get('/me', { authorization: 'Bearer x' })],
  ])('is not opened by %s', async (_what, ask) => {
    expect(await ask()).toMatchObject({ status: 401 });
    expect(await desk.get('/me')).toMatchObject({ code: 200 });
  });

  it('opens nothing of the product, and its pages are of its own origin', async () => {
    const browser = app.newBrowser();
    for (const [name, value] of desk.browser.cookies) browser.cookies.set(name, value);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect(await desk.get('/me', { 'sec-fetch-site': 'same-site' })).toMatchObject({ code: 403 });
    expect(await desk.post('/session', {}, { origin: 'https://id.example.com' })).toMatchObject({ code: 403 });
  });

  it('continues when its member proves to be it again, in the same browser', async () => {
    app.clock.advance(11 * minute);
    await enter(app, member, desk);
    expect(await desk.get('/me')).toMatchObject({ code: 200 });
    const rows = await app.db.q().selectFrom('desk_sessions').select('proof_at').where('member', '=', member.name).execute();
    expect(rows).toEqual([{ proof_at: app.clock.now() }]);
  });

  it('is one a member: a second one ends the first', async () => {
    const other = await enter(app, member);
    expect(await desk.get('/me')).toMatchObject({ code: 401 });
    expect(await other.get('/me')).toMatchObject({ code: 200 });
  });

  it('ends without a call of its member, whose page asks automatically, and after eight hours', async () => {
    for (const minutes of [10, 10]) {
      app.clock.advance(minutes * minute);
      expect(await desk.get('/me')).toMatchObject({ code: 200 });
    }
    app.clock.advance(10 * minute);
    expect(await desk.get('/me')).toMatchObject({ code: 2000 });
  });

  it('asks again from another network', async () => {
    expect(await desk.get('/me', { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({ code: 3067 });
  });

  it.each<readonly [string, number, (id: string, name: string) => ReturnType<typeof sql>]>([
    ['the role is held', 3066, (_id, name) => sql`update staff set state = 'held', changed_at = changed_at + 1 where name = ${name}`],
    ['the role is changed', 3066, (_id, name) => sql`update staff set role = 'viewer', changed_at = changed_at + 1 where name = ${name}`],
    ['the account is locked', 3066, (id) => sql`update accounts set state = 'locked' where id = ${id}`],
    ['the account is frozen', 3066, (id) => sql`update accounts set frozen_at = 1 where id = ${id}`],
    ['two-step verification goes', 3066, (id) => sql`update accounts set two_step_at = null where id = ${id}`],
    ['the passkey of a lead goes', 3066, (id) => sql`delete from passkeys where account_id = ${id}`],
    [
      'the account is recovered',
      3066,
      (id) => sql`update accounts set recovered_at = ${Date.now()}, recovered_by = 'phone', recovered_since = 1 where id = ${id}`,
    ],
    ['the epoch goes on', 401, (id) => sql`update accounts set credential_epoch = credential_epoch + 1 where id = ${id}`],
    ['the account is no member’s any more', 401, (_id, name) => sql`update staff set account_id = null where name = ${name}`],
  ])('ends before the next call when %s', async (_what, code, change) => {
    await change(member.accountId, member.name).execute(app.db.q());
    expect(await desk.get('/me')).toMatchObject({ code });
  });

  it('lives eight hours at most', async () => {
    const until = app.clock.now() + 8 * hour;
    expect(await desk.get('/me')).toMatchObject({ data: { until } });
  });
});

describe('an account of a member', () => {
  const numberOf = async ({ accountId }: Pick<DeskMember, 'accountId'>) =>
    (await app.db.q().selectFrom('accounts').select('number').where('id', '=', accountId).executeTakeFirstOrThrow()).number;
  const link = (name: string, account: string) => ({ path: '/members/link', body: { name, account, reason: 'desk' } });

  it('is tied to them by two leads, and is a sound one', async () => {
    const [li, wu, member] = [await newMember(app, 'lead'), await newMember(app, 'lead'), await newMember(app, 'agent')];
    await sql`update staff set account_id = null where name = ${member.name}`.execute(app.db.q());
    const desk = await enter(app, li);
    const young = await signUp(app);
    const post = ({ path, body }: ReturnType<typeof link>, by = desk) => by.post(path, body);
    expect(await post(link(member.name, young.account.id)), 'not sound').toMatchObject({ code: 3064 });
    expect(await post(link(member.name, '999999999999'))).toMatchObject({ code: 3064 });
    expect(await post(link(li.name, await numberOf(member))), 'their own').toMatchObject({ code: 3060 });
    expect(await post(link(li.name, await numberOf(member)), await enter(app, await newMember(app, 'agent')))).toMatchObject({
      code: 3060,
    });
    expect(await doneByTwo(app, { asker: li, approver: wu }, link(member.name, await numberOf(member)))).toBe(200);
    expect(await (await enter(app, member)).get('/me')).toMatchObject({ data: { name: member.name } });
  });

  it('is no other member’s', async () => {
    const [li, wu, one, two] = [
      await newMember(app, 'lead'),
      await newMember(app, 'lead'),
      await newMember(app, 'agent'),
      await newMember(app, 'agent'),
    ];
    expect(await doneByTwo(app, { asker: li, approver: wu }, link(two.name, await numberOf(one)))).toBe(3064);
  });

  it('follows a role that two leads have given somebody new', async () => {
    const [li, wu] = [await newMember(app, 'lead'), await newMember(app, 'lead')];
    const grant = { path: '/members/grant', body: { name: 'new.one', role: 'lead', reason: 'hired' } };
    expect(await (await enter(app, await newMember(app, 'auditor'))).post(grant.path, grant.body)).toMatchObject({ code: 3060 });
    expect(await doneByTwo(app, { asker: li, approver: wu }, grant)).toBe(200);
    const { data } = await (await enter(app, li)).get<{ members: readonly object[] }>('/members');
    expect(data.members).toContainEqual(expect.objectContaining({ name: 'new.one', role: 'lead', state: 'active', isLinked: false }));
    expect(await (await enter(app, li)).post(grant.path, grant.body), 'twice').toMatchObject({ code: 3064 });
  });
});
