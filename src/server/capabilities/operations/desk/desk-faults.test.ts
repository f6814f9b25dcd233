// @one-database
/** The desk while what it stands on fails: its database, an instance, the messages, the metrics, the clock. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askedText } from '#contract/operations/desk/asked-text.ts';
import { createLanes } from '#server/platform/sending/outbox/lanes.ts';
import { createRateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import { deathsLimitMs, deathsOf, dieDuring, type DyingWork } from '#server/testing/lives/crash-rig.ts';
import {
  approvalOf,
  deskAt,
  enter,
  newMember,
  signature,
  signedApproval,
  signedAsking,
  type ApprovalItem,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { whileWritesFail } from '#server/testing/costs/failing-writes.ts';
import { whileDatabaseIsGone } from '#server/testing/server/lost-database.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { newStandingMachine } from '#server/testing/apps/standing-machine.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { startSecondInstance } from '#server/testing/server/two-instances.ts';

const why = { reason: 'fraud', caseRef: 'CS-4711' } as const;
const unlocked = 'account.unlocked';

/** An agent and a lead, each at the desk. */
interface Staff {
  readonly app: TestApp;
  readonly agent: DeskMember;
  readonly desk: DeskBrowser;
  readonly leader: DeskMember;
  readonly lead: DeskBrowser;
}

async function staffOf(app: TestApp): Promise<Staff> {
  const [agent, leader] = [await newMember(app, 'agent'), await newMember(app, 'lead')];
  return { app, agent, desk: await enter(app, agent), leader, lead: await enter(app, leader) };
}

const find = (desk: DeskBrowser, { contact }: Pick<Person, 'contact'>) =>
  desk.post<{ look: string }>('/person/find', { text: contact, ...why });

/** The body of an act on somebody, as they are now. */
async function orderOn(desk: DeskBrowser, person: Pick<Person, 'contact'>) {
  const { look } = (await find(desk, person)).data;
  const { version } = (await desk.post<{ version: number }>('/person/card', { look, card: 'state' })).data;
  return { look, version, ...why };
}

interface Locked extends Person {
  readonly id: string;
}

/** Somebody whose lock takes two members to end. */
async function lockedPerson({ app, desk }: Staff): Promise<Locked> {
  const person = await signUp(app);
  expect(await desk.post('/act/lock', await orderOn(desk, person))).toMatchObject({ code: 200 });
  return { ...person, id: await accountIdOf(app, person.contact) };
}

/** The agent asks for the end of a lock and signs; the lead sees it. */
async function askedUnlock({ desk, agent, lead }: Staff, person: Locked): Promise<ApprovalItem> {
  const asked = await desk.post<{ approval: string }>('/act/unlock', await orderOn(desk, person));
  await signedAsking(desk, agent, asked);
  return seenBy(lead, asked.data.approval);
}

async function seenBy(desk: DeskBrowser, id: string): Promise<ApprovalItem> {
  const item = await approvalOf(desk, id);
  if (item === undefined) throw new Error('Nothing waits.');
  return item;
}

/** Everything that acts and looks leave behind about somebody. */
async function left({ app }: Pick<Staff, 'app'>, { id, contact }: Locked) {
  const q = app.db.q();
  const events = await q.selectFrom('audit').select('event').where('account_id', '=', id).execute();
  const account = await q.selectFrom('accounts').select(['state', 'version']).where('id', '=', id).executeTakeFirstOrThrow();
  const approvals = await q.selectFrom('approvals').select(['id', 'state']).where('account_id', '=', id).orderBy('id').execute();
  const looks = await q.selectFrom('desk_looks').select('id').where('account_id', '=', id).execute();
  return {
    account,
    approvals,
    looks: looks.length,
    events: events.map(({ event }) => event).toSorted((a, b) => (a < b ? -1 : 1)),
    told: (await app.outbox(contact)).length,
  };
}

async function timesOf(app: Pick<TestApp, 'db'>, event: string, id: string): Promise<number> {
  const rows = await app.db.q().selectFrom('audit').select('id').where('event', '=', event).where('account_id', '=', id).execute();
  return rows.length;
}

const canSignIn = async (app: TestApp, { contact, password }: Person): Promise<boolean> =>
  (await app.newBrowser().post('/login/password', { account: contact, password })).code === 200;

describe('with one server', () => {
  let app: TestApp;
  let staff: Staff;

  beforeAll(async () => {
    app = await buildTestApp({ desk: true, config: { rateFactor: 100 } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    staff = await staffOf(app);
  });

  describe('a database that is gone', () => {
    it('refuses looks, acts, questions and approvals, leaves nothing half, and all of it works again', async () => {
      const { desk, agent, lead, leader } = staff;
      const person = await lockedPerson(staff);
      const [order, item] = [await orderOn(desk, person), await askedUnlock(staff, person)];
      const unsigned = (await desk.post<{ approval: string }>('/act/unlock', order)).data.approval;
      const sign = { id: unsigned, credential: signature(agent, askedText('ask', await seenBy(desk, unsigned))) };
      const before = await left(staff, person);
      await whileDatabaseIsGone(app, async () => {
        const answers = [
          await find(desk, person),
          await desk.post('/person/card', { look: order.look, card: 'ways' }),
          await desk.post('/person/unmask', { look: order.look, field: 'phone', at: '', ...why }),
          await desk.post('/act/end-sessions', order),
          await desk.post('/act/unlock', order),
          await desk.post('/approvals/sign', sign),
          await lead.post('/approvals/approve', signedApproval(leader, item)),
          await lead.post('/approvals/refuse', { id: item.id, reason: 'not now' }),
        ];
        for (const answer of answers) {
          expect(answer).toMatchObject({ status: 503, data: {} });
          expect(answer.headers['retry-after']).toBe('5');
        }
      });
      expect(await left(staff, person)).toEqual(before);
      expect(await desk.post('/approvals/sign', sign)).toMatchObject({ code: 200 });
      expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 200 });
      expect(await timesOf(app, unlocked, person.id)).toBe(1);
      expect(await canSignIn(app, person)).toBe(true);
    });

    it.each(['audit', 'desk_looks', 'approvals', 'outbox', 'accounts'] as const)(
      'in the middle of it leaves nothing half: no write to %s',
      async (table) => {
        const { desk, lead, leader } = staff;
        const [person, free] = [await lockedPerson(staff), await signUp(app)];
        const open: Locked = { ...free, id: await accountIdOf(app, free.contact) };
        const item = await askedUnlock(staff, person);
        const order = await orderOn(desk, open);
        const before = [await left(staff, person), await left(staff, open)];
        const failed: Record<string, boolean> = {};
        await whileWritesFail(app, {
          table,
          async work() {
            failed['desk_looks'] = (await find(desk, person)).status >= 500;
            failed['outbox'] = (await desk.post('/act/lock', order)).status >= 500;
            failed['approvals'] = (await lead.post('/approvals/approve', signedApproval(leader, item))).status >= 500;
          },
        });
        // Each of them writes to the trail; what does not need the table continues.
        if (table === 'audit') expect(Object.values(failed)).toEqual([true, true, true]);
        else if (table === 'accounts') expect(failed).toEqual({ desk_looks: false, outbox: true, approvals: true });
        else expect(failed[table]).toBe(true);
        const after = [await left(staff, person), await left(staff, open)];
        if (failed['approvals'] === true) {
          expect({ ...after[0], looks: 0, events: [], told: 0 }).toEqual({ ...before[0], looks: 0, events: [], told: 0 });
          expect(await timesOf(app, 'approval.given', person.id)).toBe(0);
          expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 200 });
        }
        if (failed['outbox'] === true) {
          expect(after[1]).toEqual(before[1]);
          expect(await desk.post('/act/lock', order)).toMatchObject({ code: 200 });
        }
        expect(await timesOf(app, unlocked, person.id)).toBe(1);
        expect(await timesOf(app, 'account.locked', open.id)).toBe(1);
        expect(await canSignIn(app, person)).toBe(true);
        expect(await canSignIn(app, open)).toBe(false);
      },
    );
  });

  it('a look that is to raise an alarm shows nothing without it', async () => {
    const { desk } = staff;
    const other = await newMember(app, 'viewer');
    await whileWritesFail(app, {
      table: 'desk_alarms',
      async work() {
        expect(await find(desk, other.person)).toMatchObject({ status: 500, data: {} });
        expect(await find(desk, staff.agent.person)).toMatchObject({ status: 500, data: {} });
      },
    });
    expect(await find(desk, other.person)).toMatchObject({ code: 200 });
    expect(await find(desk, staff.agent.person)).toMatchObject({ code: 3065 });
  });

  describe('an instance that dies', () => {
    /** A call of the desk, for a separate server. */
    async function workOf(desk: DeskBrowser, path: string, body: Readonly<Record<string, unknown>>): Promise<DyingWork> {
      const site = app.config.desk?.url ?? '';
      const headers = {
        origin: site,
        host: new URL(site).host,
        'content-type': 'application/json',
        'desk-proof': await desk.proof('POST', path),
        'x-forwarded-for': desk.browser.clientIp,
      };
      const request = { path: `/desk/api${path}`, headers, body: JSON.stringify(body) };
      return { now: app.clock.now(), cookies: [...desk.browser.cookies], request };
    }

    it('after a question lets the next one approve it, once', { timeout: deathsLimitMs }, async () => {
      const { desk, agent, lead, leader } = staff;
      const person = await lockedPerson(staff);
      const work = await workOf(desk, '/act/unlock', await orderOn(desk, person));
      expect(await dieDuring(app, work, 0)).toMatchObject({ wasKilled: false, code: 3061 });
      const { id } = await app.db.q().selectFrom('approvals').select('id').where('account_id', '=', person.id).executeTakeFirstOrThrow();
      const credential = signature(agent, askedText('ask', await seenBy(desk, id)));
      expect(await dieDuring(app, await workOf(desk, '/approvals/sign', { id, credential }), 0)).toMatchObject({ code: 200 });
      const item = await seenBy(lead, id);
      const tries = await Promise.all(Array.from({ length: 8 }, () => lead.post('/approvals/approve', signedApproval(leader, item))));
      expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
      expect(await timesOf(app, unlocked, person.id)).toBe(1);
    });

    it('at any step of a question leaves it whole or not at all', { timeout: deathsLimitMs }, async () => {
      const { desk, lead, leader, agent } = staff;
      const person = await lockedPerson(staff);
      const whole = await dieDuring(app, await workOf(desk, '/act/unlock', await orderOn(desk, person)), 0);
      if (whole.wasKilled) throw new Error('nobody was to be killed');
      for (const dieAt of deathsOf(whole.steps, 0)) {
        const one = await lockedPerson(staff);
        const { wasKilled } = await dieDuring(app, await workOf(desk, '/act/unlock', await orderOn(desk, one)), dieAt);
        const rows = await app.db.q().selectFrom('approvals').select(['id', 'state']).where('account_id', '=', one.id).execute();
        const asked = await timesOf(app, 'approval.asked', one.id);
        // Jobs of the server may have added steps to the run that was counted: then the work ends before this one.
        expect([wasKilled || asked === 1, rows.length], `step ${dieAt} of ${whole.steps}`).toEqual([true, asked]);
        for (const { id, state } of rows) {
          expect(state).toBe('unsigned');
          await signedAsking(desk, agent, { code: 3061, data: { approval: id } } as never);
        }
        const id = rows[0]?.id ?? (await askedUnlock(staff, one)).id;
        expect(await lead.post('/approvals/approve', signedApproval(leader, await seenBy(lead, id)))).toMatchObject({ code: 200 });
        expect(await timesOf(app, unlocked, one.id)).toBe(1);
      }
    });

    it('at any step of an approval leaves the act done or waiting, and the next one does it once', { timeout: deathsLimitMs }, async () => {
      const { lead, leader } = staff;
      const first = await lockedPerson(staff);
      const taken = await askedUnlock(staff, first);
      const whole = await dieDuring(app, await workOf(lead, '/approvals/approve', signedApproval(leader, taken)), 0);
      if (whole.wasKilled) throw new Error('nobody was to be killed');
      expect(whole.code).toBe(200);
      expect(await lead.post('/approvals/approve', signedApproval(leader, taken))).toMatchObject({ code: 3064 });
      expect(await timesOf(app, unlocked, first.id)).toBe(1);
      for (const dieAt of deathsOf(whole.steps, 1)) {
        const person = await lockedPerson(staff);
        const item = await askedUnlock(staff, person);
        const { wasKilled } = await dieDuring(app, await workOf(lead, '/approvals/approve', signedApproval(leader, item)), dieAt);
        const isDone = (await timesOf(app, unlocked, person.id)) === 1;
        const { state } = await app.db.q().selectFrom('approvals').select('state').where('id', '=', item.id).executeTakeFirstOrThrow();
        expect([wasKilled || isDone, state], `step ${dieAt} of ${whole.steps}`).toEqual([true, isDone ? 'approved' : 'asked']);
        expect(await canSignIn(app, person)).toBe(isDone);
        expect(await timesOf(app, 'approval.given', person.id)).toBe(isDone ? 1 : 0);
        const again = await lead.post('/approvals/approve', signedApproval(leader, item));
        expect(again).toMatchObject({ code: isDone ? 3064 : 200 });
        expect(await timesOf(app, unlocked, person.id)).toBe(1);
        expect((await app.outbox(person.contact)).filter(({ scene }) => scene === 'accountUnlocked')).toHaveLength(1);
      }
    });
  });
});

describe('messages that have no room', () => {
  it('wait, while looks and acts continue', async () => {
    const app = await buildTestApp({ desk: true });
    try {
      const staff = await staffOf(app);
      const { desk, lead, leader } = staff;
      const [person, other] = [await lockedPerson(staff), await signUp(app)];
      const item = await askedUnlock(staff, person);
      const order = await orderOn(desk, other);
      const before = await Promise.all([person, other].map(async ({ contact }) => (await app.outbox(contact)).length));
      const lanes = createLanes({ limiter: createRateLimiter(app), smsPerDay: 1, rateFactor: 1 });
      while (await lanes.take('sms', 'notice'));
      expect(await find(desk, other)).toMatchObject({ code: 200 });
      expect(await desk.post('/act/lock', order)).toMatchObject({ code: 200 });
      expect(await lead.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 200 });
      expect([await canSignIn(app, person), await canSignIn(app, other)]).toEqual([true, false]);
      expect(await Promise.all([person, other].map(async ({ contact }) => (await app.outbox(contact)).length))).toEqual(before);
      app.clock.advance(2 * hour);
      expect((await app.outbox(person.contact))[0]?.scene).toBe('accountUnlocked');
      expect((await app.outbox(other.contact)).map(({ scene }) => scene)).toContain('accountLocked');
    } finally {
      await app.close();
    }
  });
});

describe('a clock that steps', () => {
  const undo: (() => Promise<void>)[] = [];

  async function clockwork() {
    const machine = newStandingMachine(Date.UTC(2026, 0, 15, 8));
    const app = await buildTestApp({ desk: true, time: { machineTime: machine } });
    undo.push(() => app.close());
    const staff = await staffOf(app);
    const person = await lockedPerson(staff);
    return { machine, staff, app, person, item: await askedUnlock(staff, person) };
  }

  const closing = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };

  it('back lets an approval live no longer, and none be given twice', async () => {
    try {
      const { machine, staff, app, person, item } = await clockwork();
      const other = await lockedPerson(staff);
      const late = await askedUnlock(staff, other);
      machine.step(-hour);
      machine.pass(29 * minute);
      const approve = async (one: ApprovalItem) =>
        (await enter(app, staff.leader)).post('/approvals/approve', signedApproval(staff.leader, one));
      expect(await approve(item)).toMatchObject({ code: 200 });
      machine.step(-hour);
      expect(await approve(item)).toMatchObject({ code: 3064 });
      machine.pass(32 * minute);
      expect(await approve(late)).toMatchObject({ code: 3064 });
      expect(await timesOf(app, unlocked, other.id)).toBe(0);
      expect(await timesOf(app, unlocked, person.id)).toBe(1);
    } finally {
      await closing();
    }
  });

  it('back shuts out no member whose own clock is right', async () => {
    try {
      const { machine, staff } = await clockwork();
      machine.step(-hour);
      const signedAt = async (iat: number) => staff.desk.get('/me', { 'desk-proof': await staff.desk.proof('GET', '/me', { iat }) });
      const right = await signedAt(Math.floor(machine.wall() / second));
      expect(right).toMatchObject({ code: 200 });
      // By which a page whose own clock is wrong signs again.
      expect(Number(right.headers['desk-time'])).toBe(Math.floor(machine.wall() / second));
    } finally {
      await closing();
    }
  });

  it('back while an instance restarts lets an approval live no longer', async () => {
    try {
      const { machine, staff, app, person, item } = await clockwork();
      await app.wiring.platform.keptTime?.keep();
      machine.step(-hour);
      const other = await startSecondInstance(app, { machineTime: machine });
      undo.push(() => other.close());
      machine.pass(61 * minute);
      const lead = await enter(deskAt(app, other), staff.leader);
      expect(await lead.post('/approvals/approve', signedApproval(staff.leader, item))).toMatchObject({ code: 3064 });
      expect(await timesOf(app, unlocked, person.id)).toBe(0);
    } finally {
      await closing();
    }
  });

  it('forward ends an approval that waits, which nothing brings back', async () => {
    try {
      const { machine, staff, app, person, item } = await clockwork();
      const approve = async () => (await enter(app, staff.leader)).post('/approvals/approve', signedApproval(staff.leader, item));
      machine.step(hour);
      expect(await approve()).toMatchObject({ code: 3064 });
      machine.step(-hour);
      expect(await approve()).toMatchObject({ code: 3064 });
      expect(await timesOf(app, unlocked, person.id)).toBe(0);
    } finally {
      await closing();
    }
  });
});
