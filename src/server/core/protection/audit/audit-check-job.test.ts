import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { sealAudit, trimAudit } from './audit-chain.ts';
import { auditCheckJob, chainState, checkAudit } from './audit-check-job.ts';
import type { AuditFault } from './verify-audit.ts';

let core: TestCore;
let lines: [string, object][];
let alarms: AuditFault[];
const log = {
  info: (line: object) => void lines.push(['info', line]),
  error: (line: object) => void lines.push(['error', line]),
};
const alarm = async (faults: readonly AuditFault[]) => void alarms.push(...faults);

beforeEach(async () => {
  lines = [];
  alarms = [];
  core = await openTestCore();
});
afterEach(async () => {
  await core.close();
});

/** One seal over one row. */
async function seal(): Promise<void> {
  core.clock.advance(1);
  await core.audit.record({ event: 'sign-out', accountId: null, origin: { clientIp: '', requestId: '' } });
  await sealAudit(core);
}

const deps = () => ({ ...core, log, alarm });
const checks = async () => {
  const rows = await core.db.q().selectFrom('audit_checks').selectAll().orderBy('at').orderBy('kind').execute();
  return rows.map(({ kind, from_seal, through, faults, done }) => [kind, from_seal, through, faults, done]);
};

it('verifies what was sealed since the check before, and everything once a week', async () => {
  await seal();
  await seal();
  await checkAudit(deps());
  expect(await checks()).toEqual([
    ['new', 1, 2, 0, 1],
    ['whole', 1, 2, 0, 1],
  ]);
  expect(lines).toContainEqual(['info', expect.objectContaining({ through: 2 })]);
  core.clock.advance(5 * minute);
  await checkAudit(deps());
  expect(await checks()).toHaveLength(2);
  await seal();
  await checkAudit(deps());
  expect((await checks()).at(-1)).toEqual(['new', 3, 3, 0, 1]);
  core.clock.advance(7 * day);
  await checkAudit(deps());
  expect((await checks()).at(-1)).toEqual(['whole', 1, 3, 0, 1]);
  expect(await chainState(core)).toMatchObject({ through: 3, faults: 0, wholeThrough: 3 });
});

it('verifies a long chain in slices, and continues after a stop', async () => {
  for (let count = 0; count < 450; count += 1) await seal();
  await checkAudit(deps());
  expect(await checks()).toEqual([
    ['new', 1, 200, 0, 0],
    ['new', 201, 400, 0, 0],
    ['new', 401, 450, 0, 1],
    ['whole', 1, 200, 0, 0],
    ['whole', 201, 400, 0, 0],
  ]);
  core.clock.advance(5 * minute);
  await checkAudit(deps());
  expect((await checks()).at(-1)).toEqual(['whole', 401, 450, 0, 1]);
});

it.each([
  ['a row that was changed under a new seal', `update audit set event = 'sign-in.qr' where seal = 3`, 'row changed'],
  ['the newest part that was cut off', `delete from audit_seals where number >= 2`, 'head not found'],
  ['seals that were made again', `update audit_seals set mac = 'x' where number = 2`, 'head not found'],
])('finds %s, tells it, and keeps telling it', async (_, statement, fault) => {
  await seal();
  await seal();
  await checkAudit(deps());
  await seal();
  await tamper(statement);
  core.clock.advance(5 * minute);
  await checkAudit(deps());
  expect(alarms.map((each) => each.fault)).toContain(fault);
  expect(lines.at(-1)?.[0]).toBe('error');
  expect((await chainState(core))?.faults).toBeGreaterThan(0);
});

it('finds a change of what was verified before in the weekly pass', async () => {
  for (let count = 0; count < 3; count += 1) await seal();
  await checkAudit(deps());
  await tamper(`update audit set event = 'sign-in.qr' where seal = 2`);
  core.clock.advance(6 * day);
  await checkAudit(deps());
  expect(alarms).toEqual([]);
  core.clock.advance(day);
  await checkAudit(deps());
  expect(alarms.map(({ fault }) => fault)).toEqual(['row changed']);
});

it('takes no removal behind a checkpoint for a fault', async () => {
  for (let count = 0; count < 3; count += 1) await seal();
  await checkAudit(deps());
  core.clock.advance(200 * day);
  await trimAudit(core, core.clock.now() - 180 * day);
  await seal();
  await checkAudit(deps());
  expect((await chainState(core))?.faults).toBe(0);
});

it('is done by one of racing servers', async () => {
  await seal();
  const jobs = [auditCheckJob(deps()), auditCheckJob(deps()), auditCheckJob(deps())];
  await Promise.all(jobs.map((job) => job.run()));
  expect(await checks()).toEqual([
    ['new', 1, 1, 0, 1],
    ['whole', 1, 1, 0, 1],
  ]);
});

/** An attacker who owns the database, and therefore its triggers. */
async function tamper(statement: string): Promise<void> {
  for (const [table, name] of [
    ['audit', 'audit_is_append_only'],
    ['audit_seals', 'audit_seals_are_append_only'],
    ['audit_seals', 'audit_seals_are_kept'],
  ]) {
    await sql.raw(`drop trigger if exists ${name}${core.db.engine === 'postgres' ? ` on ${table}` : ''}`).execute(core.db.q());
  }
  await sql.raw(statement).execute(core.db.q());
}
