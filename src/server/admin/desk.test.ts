import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalOf, enter, newMember, signedApproval, type DeskMember } from '#server/testing/desk.ts';
import { signUp } from '#server/testing/people.ts';
import { accountIdOf } from '#server/testing/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { AdminError } from './admin-command.ts';
import { runDesk } from './desk.ts';

let app: TestApp;
let auditors: readonly [DeskMember, DeskMember];

beforeAll(async () => {
  app = await buildTestApp({ settings: { DESK: 'on' }, config: { rateFactor: 100 } });
  auditors = [await newMember(app, 'auditor'), await newMember(app, 'auditor')];
});

afterAll(() => app.close());

const run = (operator: string, ...args: readonly string[]) =>
  runDesk({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['desk', ...args, '--operator', operator]);

it('an account of no one is asked for in a shell and approved at the desk by another auditor', async () => {
  const { contact } = await signUp(app);
  const id = await accountIdOf(app, contact);
  const { number } = await app.db.q().selectFrom('accounts').select('number').where('id', '=', id).executeTakeFirstOrThrow();
  const [one, two] = auditors;
  await expect(run(one.name, 'baits', 'add', '1')).rejects.toThrow(AdminError);
  const lead = await newMember(app, 'lead');
  await expect(run(lead.name, 'baits', 'add', number)).rejects.toThrow('does not allow this');
  const text = await run(one.name, 'baits', 'add', number);
  const approval = /approve (\S+) --digest/.exec(text)?.[1] ?? '';
  expect(await run(two.name, 'baits', 'list')).toBe('0 accounts belong to nobody.');
  const desk = await enter(app, two);
  const item = await approvalOf(desk, approval);
  if (item === undefined) throw new Error('nothing waits');
  expect((await desk.post('/approvals/approve', signedApproval(two, item))).code).toBe(200);
  expect(await run(two.name, 'baits', 'list')).toBe('1 accounts belong to nobody.');
  const agent = await newMember(app, 'agent');
  const looking = await enter(app, agent);
  await looking.post('/person/find', { text: contact, reason: 'asked', caseRef: 'CS-4711' });
  expect(await run(lead.name, 'alarms')).toMatch(new RegExp(`\tbait\t${agent.name}\tCS-4711$`, 'm'));
  await expect(run(agent.name, 'alarms')).rejects.toThrow('does not allow this');
  await expect(run(agent.name, 'baits', 'list')).rejects.toThrow('does not allow this');
});
