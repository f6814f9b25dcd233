/** The desk on two instances over one database: a look is seen, and an act done, wherever it is asked for. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hour } from '#server/platform/clock.ts';
import {
  approvalOf,
  deskAt,
  enter,
  newDeskBrowser,
  newMember,
  signedApproval,
  signedAsking,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

let app: TestApp;
let other: SecondInstance;
let agent: DeskMember;
let leader: DeskMember;
let desk: DeskBrowser;

const why = { reason: 'fraud', caseRef: 'CS-4711' } as const;

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 100 } });
  other = await startSecondInstance(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  agent = await newMember(app, 'agent');
  leader = await newMember(app, 'lead');
  desk = await enter(app, agent);
});

const look = async ({ contact }: Pick<Person, 'contact'>, by = desk) =>
  (await by.post<{ look: string }>('/person/find', { text: contact, ...why })).data.look;

/** An act on somebody, as they are now. */
async function act(path: string, person: Person) {
  const opened = await look(person);
  const { version } = (await desk.post<{ version: number }>('/person/card', { look: opened, card: 'state' })).data;
  return desk.post<{ approval: string }>(path, { look: opened, version, ...why });
}

const eventsAt = async (instance: Pick<SecondInstance, 'newBrowser'>, { browser }: Person) => {
  const { data } = await movedTo(instance, browser).get<{ items: readonly { event: string }[] }>('/account/access');
  return data.items.map(({ event }) => event);
};

describe('a look at one instance', () => {
  it('stands at once in the messages and access of its person at the other one, and so does each act', async () => {
    const person = await signUp(app);
    expect(await eventsAt(other, person)).toEqual([]);
    const opened = await look(person);
    expect(await eventsAt(other, person)).toEqual(['operator.looked']);
    expect(await desk.post('/person/unmask', { look: opened, field: 'phone', at: '', ...why })).toMatchObject({ code: 200 });
    expect(await eventsAt(other, person)).toHaveLength(2);
    expect(await act('/act/end-sessions', person)).toMatchObject({ code: 200 });
    const { browser } = person;
    expect(await browser.post('/login/password', { account: person.contact, password: person.password })).toMatchObject({ code: 200 });
    expect(await eventsAt(other, person)).toContain('sessions.ended');
    const looksAt = async () => (await eventsAt(app, person)).filter((event) => event === 'operator.looked').length;
    const before = await looksAt();
    await look(person, await enter(deskAt(app, other), leader));
    expect(await looksAt()).toBe(before + 1);
  });
});

describe('an act that is asked for at one instance', () => {
  /** A lock that takes two members to end, and the question for its end. */
  async function asked(): Promise<Person & { readonly id: string; readonly approval: string }> {
    const person = await signUp(app);
    expect(await act('/act/lock', person)).toMatchObject({ code: 200 });
    const { data } = await signedAsking(desk, agent, await act('/act/unlock', person));
    return { ...person, id: await accountIdOf(app, person.contact), approval: data.approval };
  }

  /** Two leads, one at each instance, approve sixteen times at once: the answers, in order, and the rows of the trail. */
  async function race(approval: string) {
    const another = await newMember(app, 'lead');
    const leads = [
      { member: leader, by: await enter(app, leader) },
      { member: another, by: await enter(deskAt(app, other), another) },
    ] as const;
    const item = await approvalOf(leads[1].by, approval);
    if (item === undefined) throw new Error('Nothing waits.');
    const tries = Array.from({ length: 16 }, async (_, index) => {
      const { member, by } = leads[index % 2 === 0 ? 0 : 1];
      return (await by.post('/approvals/approve', signedApproval(member, item))).code;
    });
    const codes = await Promise.all(tries);
    const given = await app.db.q().selectFrom('audit').select('detail').where('event', '=', 'approval.given').execute();
    return { codes: codes.toSorted((x, y) => x - y), rows: given.filter(({ detail }) => detail.includes(approval)).length };
  }

  const once = { codes: [200, ...Array.from({ length: 15 }, () => 3064)], rows: 1 };

  it('is approved at the other one, and of racers on both it is done once', async () => {
    const { id, approval, contact, password } = await asked();
    expect(await race(approval)).toEqual(once);
    const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', id).execute();
    expect(rows.filter(({ event }) => event === 'account.unlocked')).toHaveLength(1);
    expect(await app.newBrowser().post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  });

  it('and changes no object is approved once all the same', async () => {
    const member = await newMember(app, 'auditor');
    const auditor = await enter(app, member);
    const range = { from: app.clock.now() - hour, to: app.clock.now() + 1, reason: 'for the court' };
    const { data } = await signedAsking(auditor, member, await auditor.post<{ approval: string }>('/audit/exports', range));
    expect(await race(data.approval)).toEqual(once);
  });

  it('is not done by a session that another instance has ended', async () => {
    const { approval } = await asked();
    const lead = await enter(app, leader);
    const item = await approvalOf(lead, approval);
    if (item === undefined) throw new Error('Nothing waits.');
    await enter(deskAt(app, other), leader);
    expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 401 });
  });

  it('takes the proof of a write at only one instance', async () => {
    const there = await newDeskBrowser(deskAt(app, other), { from: desk.browser });
    const proof = await desk.proof('POST', '/person/find');
    const search = { text: (await signUp(app)).contact, ...why };
    const sent = { 'desk-proof': proof, 'x-forwarded-for': desk.browser.clientIp };
    expect(await desk.post('/person/find', search, sent)).toMatchObject({ code: 200 });
    expect(await there.post('/person/find', search, sent)).toMatchObject({ code: 401 });
  });
});
