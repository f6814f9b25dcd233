/** Roles and second members, as the commands have them: one list of staff, in the order of the tests. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { lookAt, type Look } from '#server/core/operations/desk/look.ts';
import { operation } from '#server/admin/operation.ts';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { addMember, holdEveryMember, moveMember, returnMember } from '#server/core/operations/staff/staff.guarded.ts';
import { listStaff } from '#server/core/operations/staff/staff.repository.ts';
import { entryOf, newDeskBrowser, newMember } from '#server/testing/people/desk.ts';
import { describeAccount } from '#server/capabilities/operations/desk/person/describe-account.ts';
import { hour, minute } from '#server/platform/clock.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { AdminError } from '#server/admin/admin-command.ts';
import { runApprovals } from './approvals.ts';
import { runStaff } from './staff.ts';
import { runUsers } from './users.ts';

let app: TestApp;
let person: Person;
let id: string;
/** Protected accounts of nobody in the list: of today, and of a month ago. */
let youngs: readonly [string, string, string, string];
let olds: readonly [string, string, string];

beforeAll(async () => {
  app = await buildListeningApp({ desk: true });
  person = await signUp(app);
  id = await accountIdOf(app, person.contact);
  const made = await Promise.all(Array.from({ length: 7 }, () => newMember(app, 'viewer')));
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = made.map(({ accountId }) => accountId);
  youngs = [a, b, c, d];
  olds = [e, f, g];
  await sql`delete from staff`.execute(app.db.q());
  await sql`update accounts set created_at = ${app.clock.now()} where id in (${sql.join(youngs)})`.execute(app.db.q());
});

afterAll(async () => {
  await app.close();
});

const deps = () => ({ config: app.config, db: app.db, keyring: app.wiring.keyring, clock: app.clock });
const tiedTo = (account: string | undefined) => `--account=${account ?? ''}`;
const makeLead = (name: string, ...options: readonly string[]) =>
  runStaff(deps(), ['staff', 'lead', name, '--reason', 'team of May', '--operator', 'root', ...options]);
/** As two leads give roles, and one holds a member, at the desk. */
const give = (name: string, role: StaffRole) => addMember(app.db, { name, role, at: app.clock.now(), grantedBy: 'li and wu', place: '' });
const hold = (name: string) => moveMember(app.db, { name, from: ['active'], to: 'held', at: app.clock.now() });
const users = (operator: string, verb: string, reason = 'fraud') =>
  runUsers(deps(), ['users', ...verb.split(' '), id, '--reason', reason, '--case', 'CASE-12', '--operator', operator]);
const approvals = (operator: string, ...args: readonly string[]) =>
  runApprovals(deps(), ['approvals', ...args, ...(args[0] === 'list' ? [] : ['--reason', 'called back']), '--operator', operator]);

/** Asks for what needs two; returns id and digest. */
function askedIn(text: string): readonly [string, '--digest', string] {
  const [, approval = '', digest = ''] = /approve (\S+) --digest (\S+)/.exec(text) ?? [];
  expect(text).toContain('needs a second member');
  return [approval, '--digest', digest];
}

async function state(): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
}

async function trail(event: string) {
  const rows = await app.db.q().selectFrom('audit').select(['account_id', 'detail']).where('event', '=', event).orderBy('at').execute();
  return rows.map(({ account_id: accountId, detail }) => ({ accountId, ...JSON.parse(detail) }));
}

/** Makes an account one that a stranger may have recovered. */
async function recover(accountId: string): Promise<void> {
  const now = app.clock.now();
  await sql`update accounts set recovered_at = ${now}, recovered_by = 'phone', recovered_since = ${now} where id = ${accountId}`.execute(
    app.db.q(),
  );
}

/** The leads whom the desk lets in. */
async function whoEnter(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, role, accountId } of await listStaff(app.db)) {
    if (role !== 'lead' || accountId === null) continue;
    const desk = await newDeskBrowser(app);
    desk.browser.cookies.set(...entryOf(app, { accountId }));
    if ((await desk.post('/session')).code === 200) names.push(name);
  }
  return names;
}

async function staffed(): Promise<readonly (readonly [string, string, string, string, string | null])[]> {
  const all = await listStaff(app.db);
  return all.map((member) => [member.name, member.role, member.state, member.grantedBy, member.accountId]);
}

describe('staff', () => {
  it('may do everything in a shell until there is a lead', async () => {
    expect(await users('somebody', 'find')).toContain('state     active');
    await expect(runStaff(deps(), ['staff', 'add', 'xu', '--reason', 'x'])).rejects.toThrow(AdminError);
    await expect(makeLead('li')).rejects.toThrow('--account must be');
    await expect(makeLead('li', '--account', 'nobody@example.com')).rejects.toThrow(
      'There is no account nobody@example.com: the lead registers on the site first.',
    );
    await expect(makeLead('li', '--account', person.contact)).rejects.toThrow('protected by two steps');
    expect(await staffed()).toEqual([]);
  });

  it('is two leads by the shell who can enter on the first day, of whom 16 who try at once become no more', async () => {
    expect(await makeLead('li', tiedTo(youngs[0]))).toBe('Done: li is a lead.');
    await expect(makeLead('wu', tiedTo(youngs[0]))).rejects.toThrow('another member’s');
    const tries = await Promise.allSettled(
      ['wu', ...Array.from({ length: 15 }, (_, index) => `l${index}`)].map((name, index) =>
        makeLead(name, tiedTo(youngs[1 + (index % 3)])),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await whoEnter()).toHaveLength(2);
    const [second = ''] = (await whoEnter()).filter((name) => name !== 'li');
    await sql`update staff set name = 'wu', account_id = ${youngs[1]} where name = ${second}`.execute(app.db.q());
    await expect(makeLead('l', tiedTo(youngs[2]), '--last-resort')).rejects.toThrow('Two leads can enter');
    await expect(makeLead('wu', tiedTo(youngs[2]))).rejects.toThrow('a lead who can enter');
    for (const [name, role] of Object.entries({ xu: 'agent', yu: 'viewer', zo: 'reviewer' } as const)) await give(name, role);
    await expect(makeLead('xu', tiedTo(youngs[2]))).rejects.toThrow('an active agent');
    expect((await staffed()).slice(0, 2)).toEqual([
      ['li', 'lead', 'active', 'shell, root', youngs[0]],
      ['wu', 'lead', 'active', 'shell, root', youngs[1]],
    ]);
    expect(await trail('operator.acted')).toContainEqual({
      accountId: null,
      act: 'member.link',
      member: 'li',
      operator: 'root',
      reason: 'team of May',
    });
  });

  it('has a way in when the accounts of both leads can enter no more', async () => {
    app.clock.advance(1);
    await recover(youngs[0]);
    await recover(youngs[1]);
    expect(await whoEnter()).toEqual([]);
    await expect(makeLead('ma', tiedTo(olds[0]))).rejects.toThrow('With --last-resort');
    await expect(makeLead('ma', tiedTo(youngs[2]), '--last-resort')).rejects.toThrow('a week old');
    await expect(makeLead('li', tiedTo(youngs[2]))).rejects.toThrow('a week old');
    expect(await makeLead('li', tiedTo(olds[0]))).toBe('Done: li is a lead.');
    expect(await makeLead('ma', tiedTo(olds[1]), '--last-resort')).toBe('Done: ma is a lead.');
    expect(await whoEnter()).toEqual(['li', 'ma']);
    await expect(makeLead('wu', tiedTo(youngs[3]))).rejects.toThrow('Two leads can enter');
    expect((await staffed()).find(([name]) => name === 'ma')?.[3]).toBe('last resort, root');
  });

  it('has a way in when leads have no account', async () => {
    await sql`delete from staff where name = 'ma'`.execute(app.db.q());
    await sql`update staff set account_id = null where role = 'lead'`.execute(app.db.q());
    expect(await whoEnter()).toEqual([]);
    expect(await makeLead('li', tiedTo(olds[0]))).toBe('Done: li is a lead.');
    expect(await makeLead('wu', tiedTo(olds[1]))).toBe('Done: wu is a lead.');
    expect(await whoEnter()).toEqual(['li', 'wu']);
  });

  it.each([
    ['somebody', 'find', 'no member of staff'],
    ['somebody', 'lock', 'no member of staff'],
    ['yu', 'lock', 'does not allow this'],
    ['yu', 'freeze', 'does not allow this'],
    ['yu', 'sessions end', 'does not allow this'],
    ['zo', 'find', 'does not allow this'],
  ])('%s does not %s: %s', async (operator, verb, why) => {
    const before = await app.db.q().selectFrom('audit').select('id').execute();
    await expect(users(operator, verb)).rejects.toThrow(why);
    expect(await app.db.q().selectFrom('audit').select('id').execute()).toEqual(before);
    expect(await state()).toBe('active');
  });

  it('learns nothing of an account that it may not look at', async () => {
    const nobody = ['users', 'find', 'nobody@example.com', '--reason', 'asked', '--case', 'CASE-12', '--operator'];
    await expect(runUsers(deps(), [...nobody, 'zo'])).rejects.toThrow('does not allow this');
    await expect(runUsers(deps(), [...nobody, 'yu'])).rejects.toThrow('There is no such account.');
    await expect(runUsers(deps(), ['users', 'unlock', ...nobody.slice(2), 'zo'])).rejects.toThrow('does not allow this');
  });

  it('shows a person only with a look, and not after it', async () => {
    const { db, clock } = app;
    const reading = { db, clock, accounts: app.wiring.core.identity.accounts };
    const order = { accountId: id, operator: 'li', reason: 'asked', caseRef: 'CASE-12' };
    let kept: Look | undefined;
    const shown = await lookAt(operation(deps()), order, (look) => describeAccount(reading, (kept = look)));
    expect(shown?.id).toBe(id);
    if (kept === undefined) throw new Error('no look');
    await expect(describeAccount(reading, kept)).rejects.toThrow('ends with its transaction');
    // @ts-expect-error -- an account is not a look
    await expect(describeAccount(reading, { ...order })).resolves.toBeDefined();
  });
});

describe('an act of two', () => {
  const lockFor = async (reason: string): Promise<void> => {
    if ((await state()) === 'locked') await approvals('wu', 'approve', ...askedIn(await users('li', 'unlock')));
    app.clock.advance(1);
    await users('xu', 'lock', reason);
  };

  it('is no unlock of what the owner asked for', async () => {
    await lockFor('asked');
    expect(await users('xu', 'unlock')).toContain('Unlocked');
  });

  it('waits, is approved by another lead with what was shown, and is done once', async () => {
    await lockFor('fraud');
    const asked = askedIn(await users('xu', 'unlock'));
    expect(await state()).toBe('locked');
    const shown = await approvals('li', 'list');
    for (const part of [...asked.filter((word) => word !== '--digest'), id, 'asked by xu', 'CASE-12']) expect(shown).toContain(part);
    await expect(approvals('xu', 'approve', ...asked)).rejects.toThrow('does not approve');
    await expect(approvals('li', 'approve', asked[0], '--digest', 'other')).rejects.toThrow('not what you have seen');
    expect(await state()).toBe('locked');
    const racers = ['li', 'wu'].flatMap((lead) => ['approve', 'refuse'].map((answer) => [lead, answer] as const));
    const answers = await Promise.allSettled([...racers, ...racers].map(([lead, answer]) => approvals(lead, answer, ...asked)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const given = (await trail('approval.given')).filter(({ approval }) => approval === asked[0]);
    const refused = (await trail('approval.refused')).filter(({ approval }) => approval === asked[0]);
    expect(given.length + refused.length).toBe(1);
    expect(await state()).toBe(given.length === 1 ? 'active' : 'locked');
    const done = (await trail('account.unlocked')).filter(({ second }) => second !== undefined);
    expect(done.length).toBe(given.length);
  });

  it('is not approved by who asked, though a lead', async () => {
    await lockFor('fraud');
    const asked = askedIn(await users('li', 'unlock'));
    await expect(approvals('li', 'approve', ...asked)).rejects.toThrow('Somebody else has to answer');
    await expect(approvals('li', 'refuse', ...asked)).rejects.toThrow('Somebody else has to answer');
    expect(await approvals('wu', 'refuse', ...asked)).toContain('Refused');
    await expect(approvals('wu', 'approve', ...asked)).rejects.toThrow('answered already');
    expect(await state()).toBe('locked');
    expect(await trail('approval.refused')).toContainEqual(expect.objectContaining({ accountId: id, operator: 'wu', asker: 'li' }));
  });

  it('lapses after 60 minutes', async () => {
    const asked = askedIn(await users('xu', 'unlock'));
    const now = app.clock.now();
    app.clock.set(now + 60 * minute);
    await expect(approvals('wu', 'approve', ...asked)).rejects.toThrow('Its time is over');
    expect(await approvals('wu', 'list')).not.toContain(asked[0]);
    app.clock.set(now + 60 * minute - 1);
    expect(await approvals('wu', 'approve', ...asked)).toContain('Done');
    app.clock.set(now + hour);
  });

  it('is not done when the account, the row or the asker is not as it was', async () => {
    await lockFor('fraud');
    const asked = askedIn(await users('xu', 'unlock'));
    const version = async (by: number) => {
      const { version: now } = await app.db.q().selectFrom('accounts').select('version').where('id', '=', id).executeTakeFirstOrThrow();
      await sql`update accounts set version = ${now + by} where id = ${id}`.execute(app.db.q());
    };
    await version(1);
    await expect(approvals('wu', 'approve', ...asked)).rejects.toThrow('has changed since');
    await version(-1);
    await sql`update approvals set case_ref = 'CASE-13' where id = ${asked[0]}`.execute(app.db.q());
    await expect(approvals('wu', 'approve', ...asked)).rejects.toThrow('not what you have seen');
    await sql`update approvals set case_ref = 'CASE-12' where id = ${asked[0]}`.execute(app.db.q());
    await hold('xu');
    await expect(approvals('wu', 'approve', ...asked)).rejects.toThrow('may not do so any more');
    await expect(users('xu', 'find')).rejects.toThrow('is held');
    expect(await state()).toBe('locked');
    await returnMember(app.db, { name: 'xu', role: 'agent', at: app.clock.now(), grantedBy: 'li and wu' });
    expect(await approvals('wu', 'approve', ...asked)).toContain('Done');
    expect(await state()).toBe('active');
  });

  it('cannot be asked for when nobody could approve it; the shell then makes a lead', async () => {
    await lockFor('fraud');
    await hold('wu');
    await expect(users('li', 'unlock')).rejects.toThrow('nobody else could approve');
    await expect(makeLead('ma', tiedTo(olds[2]))).rejects.toThrow('With --last-resort');
    expect(await makeLead('ma', tiedTo(olds[2]), '--last-resort')).toBe('Done: ma is a lead.');
    expect(await trail('operator.acted')).toContainEqual(expect.objectContaining({ member: 'ma', operator: 'root', lastResort: true }));
    expect(await approvals('ma', 'approve', ...askedIn(await users('li', 'unlock')))).toContain('Done');
  });

  it('finds every member held after a restore', async () => {
    expect(await holdEveryMember(app.db, app.clock.now())).toBe(5);
    await expect(users('li', 'find')).rejects.toThrow('is held');
    await expect(makeLead('li', tiedTo(olds[0]))).rejects.toThrow('With --last-resort');
    expect(await makeLead('li', tiedTo(olds[0]), '--last-resort')).toBe('Done: li is a lead.');
    expect(await users('li', 'find')).toContain('state     active');
  });
});
