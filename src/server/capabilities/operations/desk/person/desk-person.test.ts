// @one-database
/** Finding, looking and acting at the desk: what is written down, what is hidden, and what waits for two. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deskCards } from '#contract/operations/desk/desk-cards.words.ts';
import { changeClient } from '#server/core/apps/clients/clients.guarded.ts';
import { hour, minute } from '#server/platform/clock.ts';
import {
  approvalOf,
  enter,
  newMember,
  signedApproval,
  signedAsking,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let agent: DeskMember;
let person: Person;
let id: string;
let desk: DeskBrowser;

const why = { reason: 'asked', caseRef: 'CS-20251122-077' };

beforeAll(async () => {
  app = await buildTestApp({ desk: true, settings: { DESK_MAIL: 'alarms@example.com' } });
  for (const name of ['li', 'wu']) await newMember(app, 'lead', name);
});

afterAll(() => app.close());

beforeEach(async () => {
  agent = await newMember(app, 'agent');
  person = await signUp(app);
  id = await accountIdOf(app, person.contact);
  desk = await enter(app, agent);
});

interface Found {
  readonly kind: string;
  readonly look: string;
  readonly app: string;
}

async function find(text: string, by = desk) {
  return by.post<Found>('/person/find', { text, ...why });
}

async function look(by = desk): Promise<string> {
  const found = await find(person.contact, by);
  expect(found).toMatchObject({ code: 200, data: { kind: 'phone' } });
  return found.data.look;
}

interface Card {
  readonly version: number;
  readonly lines: readonly { readonly kind: string; readonly value: string; readonly note: string; readonly id: string }[];
}

async function card(opened: string, name: string, by = desk) {
  return by.post<Card>('/person/card', { look: opened, card: name });
}

async function order(opened: string, by = desk) {
  const { data } = await card(opened, 'state', by);
  return { look: opened, version: data.version, ...why };
}

async function trail(event: string) {
  const rows = await app.db.q().selectFrom('audit').select(['account_id', 'detail']).where('event', '=', event).orderBy('at').execute();
  return rows.map(({ account_id: accountId, detail }) => ({ accountId, ...JSON.parse(detail) }));
}

describe('the owner is told of a look', () => {
  const toldTo = async (address: string) => (await app.outbox(address)).filter(({ scene }) => scene === 'operatorLooked');

  it('once for each case and day, with the reason, and with whom to ask instead of a freeze', async () => {
    await card(await look(), 'state');
    const opened = await look();
    expect(await desk.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why })).toMatchObject({ code: 200 });
    const [message, ...others] = await toldTo(person.contact);
    expect(others).toEqual([]);
    expect(message?.text).toContain('您申请了帮助');
    expect(message?.text).not.toContain('/n#');
    const again = await enter(app, agent);
    expect(await find(person.contact, again)).toMatchObject({ code: 200 });
    expect(await toldTo(person.contact)).toHaveLength(1);
    expect(await again.post('/person/find', { text: person.contact, ...why, caseRef: 'CS-20251122-078' })).toMatchObject({ code: 200 });
    expect(await toldTo(person.contact)).toHaveLength(2);
    app.clock.advance(24 * hour);
    expect(await find(person.contact, await enter(app, agent))).toMatchObject({ code: 200 });
    expect(await toldTo(person.contact)).toHaveLength(3);
  });

  it('as they chose for what is about their data', async () => {
    const email = freshEmail();
    await addEmail(app, id, email);
    await look();
    expect(await toldTo(email)).toHaveLength(1);
    expect(await toldTo(person.contact)).toEqual([]);
  });
});

describe('a search', () => {
  it('is exact, and each of its kinds leads to the same person', async () => {
    const email = freshEmail();
    await addEmail(app, id, email);
    const { number } = await app.db.q().selectFrom('accounts').select('number').where('id', '=', id).executeTakeFirstOrThrow();
    const texts = { phone: `+86 ${person.contact}`, email: email.toUpperCase(), number };
    for (const [kind, text] of Object.entries(texts)) expect(await find(text)).toMatchObject({ code: 200, data: { kind } });
    const reference = 'Q7K2-9DMX';
    const now = app.clock.now();
    await app.db
      .q()
      .insertInto('sent_messages')
      .values({
        id: 'm'.repeat(22),
        account_id: id,
        at: now,
        expires_at: now,
        channel: 'email',
        kind: 'login',
        target: 'x',
        reference,
        state: 'sent',
      })
      .execute();
    expect(await find('q7k2-9dmx')).toMatchObject({ data: { kind: 'reference' } });
    for (const text of ['%', '*', person.contact.slice(0, 10), `${person.contact}%`, '', 'a'.repeat(4000), email.slice(0, -1), '\u0000']) {
      const { data } = await find(text);
      expect([text, data.look ?? '']).toEqual([text, '']);
    }
  });

  it('finds a person of an app by the id that this app was told, and by no other', async () => {
    await app.listen();
    const [open, strange, pairwise, neighbor] = [
      await newRelyingParty(app),
      await newRelyingParty(app),
      await newRelyingParty(app, { subject: 'pairwise' }),
      await newRelyingParty(app, { subject: 'pairwise' }),
    ];
    const subOf = async (party: TestRelyingParty) => (await signInTo(app, person.browser, { party })).claims()?.sub ?? '';
    const [own, pseudonym] = [await subOf(open), await subOf(pairwise)];
    expect([own === id, pseudonym === id]).toEqual([true, false]);
    for (const text of [`${open.clientId}:${own}`, ` ${pairwise.clientId}:${pseudonym} `]) {
      const { data } = await find(text);
      expect(data).toMatchObject({ kind: 'subject', app: '' });
      expect(await card(data.look, 'state')).toMatchObject({ code: 200, data: { card: 'state' } });
    }
    const nobodys = [
      `${pairwise.clientId}:${id}`,
      `${open.clientId}:${pseudonym}`,
      `${strange.clientId}:${id}`,
      `${neighbor.clientId}:${pseudonym}`,
      `${neighbor.clientId}:${id}`,
      `unknown-app:${id}`,
      `cedar-desk:${id}`,
    ];
    for (const text of nobodys) expect([text, (await find(text)).data]).toEqual([text, { kind: '', look: '', app: '' }]);
    const rows = (await trail('operator.looked')).filter(({ accountId, what }) => accountId === id && what === 'subject');
    expect(rows).toHaveLength(2);
    expect((await trail('desk.searched')).filter(({ operator }) => operator === agent.name)).toHaveLength(nobodys.length);
    // The owner is told of it as of any look, and no row names the id.
    expect((await app.outbox(person.contact)).filter(({ scene }) => scene === 'operatorLooked')).toHaveLength(1);
    expect(JSON.stringify([...(await trail('operator.looked')), ...(await trail('desk.searched'))])).not.toContain(pseudonym);
  });

  it('finds nobody for an app that is no longer allowed, and the current id after an app has moved to another sector', async () => {
    await app.listen();
    const party = await newRelyingParty(app, { subject: 'pairwise', sector: 'one.example' });
    const subOf = async () => (await signInTo(app, person.browser, { party })).claims()?.sub ?? '';
    const before = await subOf();
    const registration = await app.wiring.core.apps.clients.findRegistration(party.clientId);
    if (registration === undefined) throw new Error('no app');
    const { client, version } = registration;
    await changeClient(app.db, { client: { ...client, sector: 'two.example' }, version });
    const after = await subOf();
    expect(after).not.toBe(before);
    expect((await find(`${party.clientId}:${before}`)).data.kind).toBe('');
    expect((await find(`${party.clientId}:${after}`)).data.kind).toBe('subject');
    expect(await person.browser.post('/oauthclient/cancel', { clientID: party.clientId })).toMatchObject({ code: 200 });
    expect((await find(`${party.clientId}:${after}`)).data.kind).toBe('');
  });

  it('that finds nobody is a row with a keyed hash; ten of them are a pause and an alarm', async () => {
    for (let count = 0; count < 10; count += 1)
      expect(await find('13900000000')).toMatchObject({ code: 200, data: { kind: '', look: '' } });
    expect(await find(person.contact)).toMatchObject({ code: 3063 });
    const rows = (await trail('desk.searched')).filter(({ operator }) => operator === agent.name);
    expect(rows).toHaveLength(10);
    expect(JSON.stringify(rows)).not.toContain('13900000000');
    expect(new Set(rows.map(({ text }) => text)).size).toBe(1);
    expect(await trail('desk.alarm')).toContainEqual(expect.objectContaining({ kind: 'misses', operator: agent.name }));
    expect(JSON.stringify(await app.outbox('alarms@example.com'))).toContain(agent.name);
    app.clock.advance(31 * minute);
    expect(await find(person.contact, await enter(app, agent))).toMatchObject({ code: 200 });
  });

  it.each([
    ['', 'CS-1234'],
    ['because', 'CS-1234'],
    ['asked', ''],
    ['asked', 'CS-13800138000'],
    ['asked', 'x'],
  ])('needs a reason of the list and the number of a case, not %s and %s', async (reason, caseRef) => {
    expect(await desk.post('/person/find', { text: person.contact, reason, caseRef })).toMatchObject({ code: 3062 });
  });

  it('opens nobody’s own account, and tells of one of another member', async () => {
    expect(await find(agent.person.contact)).toMatchObject({ code: 3065 });
    const other = await newMember(app, 'viewer');
    expect(await find(other.person.contact)).toMatchObject({ code: 200 });
    const kinds = (await trail('desk.alarm')).filter(({ operator }) => operator === agent.name).map(({ kind }) => kind);
    expect(kinds).toEqual(['own', 'member']);
  });

  it('ends after forty people in an hour', async () => {
    for (let count = 0; count < 40; count += 1) expect(await find(person.contact)).toMatchObject({ code: 200 });
    expect(await find(person.contact)).toMatchObject({ code: 3063 });
    expect(await trail('desk.alarm')).toContainEqual(expect.objectContaining({ kind: 'opened', operator: agent.name }));
  });
});

describe('a look', () => {
  it('is masked, and each card is written down; its person reads one line', async () => {
    const opened = await look();
    for (const name of deskCards) {
      const answer = await card(opened, name);
      expect(answer).toMatchObject({ code: 200 });
      expect(answer.text).not.toContain(person.contact);
    }
    const { data } = await card(opened, 'ways');
    expect(data.lines).toContainEqual(
      expect.objectContaining({ kind: 'phone', value: `${person.contact.slice(0, 3)}****${person.contact.slice(-4)}` }),
    );
    expect((await trail('desk.read')).filter(({ accountId }) => accountId === id)).toHaveLength(deskCards.length + 1);
    const seen = await person.browser.get<{ items: readonly { event: string; caseRef: string }[] }>('/account/access');
    expect(seen.data.items).toMatchObject([{ event: 'operator.looked', caseRef: why.caseRef }]);
  });

  it('belongs to its session, for half an hour', async () => {
    const opened = await look();
    const other = await enter(app, await newMember(app, 'agent'));
    expect(await card(opened, 'state', other)).toMatchObject({ code: 3064 });
    app.clock.advance(20 * minute);
    expect(await card(opened, 'state')).toMatchObject({ code: 200 });
    app.clock.advance(10 * minute);
    expect(await card(opened, 'state')).toMatchObject({ code: 3064 });
  });

  it('shows one field for a minute, which its person sees, three a day', async () => {
    const opened = await look();
    const show = () => desk.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why });
    expect(await show()).toMatchObject({ code: 200, data: { value: person.contact, until: app.clock.now() + minute } });
    expect(await show()).toMatchObject({ code: 200 });
    expect(await show()).toMatchObject({ code: 200 });
    expect(await show()).toMatchObject({ code: 3063 });
    const seen = await person.browser.get<{ items: readonly unknown[] }>('/account/access');
    expect(seen.data.items).toHaveLength(4);
  });

  it('shows nothing of an account that a member looks at without a row', async () => {
    const opened = await look();
    const spy = app.wiring.core.journal.audit as { record: unknown };
    const before = spy.record;
    spy.record = async () => {
      throw new Error('the trail is full');
    };
    try {
      for (const name of deskCards) {
        const answer = await card(opened, name);
        expect([name, answer.status, answer.data]).toEqual([name, 500, {}]);
      }
      expect(await desk.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why })).toMatchObject({ status: 500 });
      expect(await find(person.contact)).toMatchObject({ status: 500 });
    } finally {
      spy.record = before;
    }
  });
});

describe('an act', () => {
  it('locks, and its person is told and reads it', async () => {
    const shown = await order(await look());
    expect(await desk.post('/act/lock', shown)).toMatchObject({ code: 200 });
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ code: 4010 });
    expect(JSON.stringify(await app.outbox(person.contact))).toContain('锁定');
    expect(await trail('account.locked')).toContainEqual(
      expect.objectContaining({ accountId: id, operator: agent.name, reason: 'asked', case: why.caseRef, via: 'desk' }),
    );
  });

  it.each([
    ['freeze', 'account.frozen'],
    ['end-sessions', 'sessions.ended'],
  ])('can %s', async (path, event) => {
    expect(await desk.post(`/act/${path}`, await order(await look()))).toMatchObject({ code: 200 });
    expect(await trail(event)).toContainEqual(expect.objectContaining({ accountId: id }));
  });

  it('does nothing to an account that has changed since it was shown', async () => {
    const shown = await order(await look());
    expect(await desk.post('/act/lock', { ...shown, version: shown.version + 1 })).toMatchObject({ code: 3064 });
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('asks for a proof of the member that is not older than ten minutes', async () => {
    const shown = await order(await look());
    app.clock.advance(10 * minute + 1);
    expect(await desk.post('/act/lock', shown)).toMatchObject({ code: 3067 });
  });

  it('is refused after twenty in an hour, with an alarm', async () => {
    const opened = await look();
    for (let count = 0; count < 20; count += 1)
      expect(await desk.post('/act/end-sessions', await order(opened))).toMatchObject({ code: 200 });
    expect(await desk.post('/act/end-sessions', await order(opened))).toMatchObject({ code: 3063 });
    expect(await trail('desk.alarm')).toContainEqual(expect.objectContaining({ kind: 'acts', operator: agent.name }));
  });

  it('that gives access back takes two: another lead, the same bytes, once, in an hour', async () => {
    const fraud = { reason: 'fraud', caseRef: 'CS-1' + '234' };
    const opened = await look();
    expect(await desk.post('/act/lock', { ...(await order(opened)), ...fraud })).toMatchObject({ code: 200 });
    const asked = await signedAsking(
      desk,
      agent,
      await desk.post<{ approval: string }>('/act/unlock', { ...(await order(opened)), ...fraud }),
    );
    expect(asked).toMatchObject({ code: 3061, data: { until: app.clock.now() + hour } });
    expect(await person.browser.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({
      code: 4010,
    });
    const leader = await newMember(app, 'lead');
    const lead = await enter(app, leader);
    const waiting = await approvalOf(lead, asked.data.approval);
    expect(waiting).toMatchObject({ act: 'account.unlock', askedBy: agent.name, own: false });
    if (waiting === undefined) throw new Error('Nothing waits.');
    const { digest } = waiting;
    const answer = signedApproval(leader, waiting);
    expect(await desk.post('/approvals/approve', signedApproval(agent, waiting)), 'an agent').toMatchObject({ code: 3060 });
    const changed = signedApproval(leader, { ...waiting, digest: `${digest.slice(0, -1)}_` });
    expect(await lead.post('/approvals/approve', changed)).toMatchObject({ code: 3064 });
    const tries = await Promise.all(Array.from({ length: 16 }, () => lead.post('/approvals/approve', answer)));
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await person.browser.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({
      code: 200,
    });
    expect(await trail('account.unlocked')).toContainEqual(expect.objectContaining({ accountId: id, operator: agent.name }));
  });

  it('of a lock that its owner had asked for takes one', async () => {
    const opened = await look();
    expect(await desk.post('/act/lock', await order(opened))).toMatchObject({ code: 200 });
    expect(await desk.post('/act/unlock', await order(opened))).toMatchObject({ code: 200 });
  });

  it('is refused with a reason, and nothing is done', async () => {
    const opened = await look();
    const fraud = { reason: 'fraud', caseRef: 'CS-1234' };
    expect(await desk.post('/act/lock', { ...(await order(opened)), ...fraud })).toMatchObject({ code: 200 });
    const asked = await signedAsking(
      desk,
      agent,
      await desk.post<{ approval: string }>('/act/unlock', { ...(await order(opened)), ...fraud }),
    );
    const lead = await enter(app, await newMember(app, 'lead'));
    expect(await lead.post('/approvals/refuse', { id: asked.data.approval, reason: 'call back first' })).toMatchObject({ code: 200 });
    expect(await trail('approval.refused')).toContainEqual(expect.objectContaining({ reason: 'call back first', asker: agent.name }));
    expect(await person.browser.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({
      code: 4010,
    });
  });
});
