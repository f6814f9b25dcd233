import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day, hour, minute } from '#server/platform/clock.ts';
import { startJob } from '#server/platform/jobs/jobs.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { rowsPerSeal, sealAudit, trimAudit } from './audit-chain.ts';
import { auditJob } from './audit-job.ts';
import { verifyAudit } from './verify-audit.ts';

let core: TestCore;

beforeEach(async () => {
  core = await openTestCore();
});

afterEach(async () => {
  await core.close();
});

const origin = { clientIp: '203.0.113.7', requestId: 'request' };

async function record(count: number, accountId: string | null = 'somebody'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    core.clock.advance(1);
    await core.audit.record({ event: 'sign-in.password', accountId, origin, detail: { index } });
  }
}

/** Three seals of three rows each. */
async function chain(): Promise<void> {
  for (let index = 0; index < 3; index += 1) {
    await record(3);
    await sealAudit(core);
  }
}

const faults = async () => (await verifyAudit(core)).faults.map(({ fault }) => fault);

/** An attacker who owns the database, and therefore its triggers. */
async function tamper(statement: string): Promise<void> {
  const triggers = {
    audit: ['audit_is_append_only', 'audit_is_kept'],
    audit_seals: ['audit_seals_are_append_only', 'audit_seals_are_kept'],
  };
  for (const [table, names] of Object.entries(triggers)) {
    for (const name of names) {
      await sql.raw(`drop trigger if exists ${name}${core.db.engine === 'postgres' ? ` on ${table}` : ''}`).execute(core.db.q());
    }
  }
  await sql.raw(statement).execute(core.db.q());
}

const second = `(select id from audit where seal = 2 order by at, id limit 1)`;

describe('the audit trail', () => {
  it('is intact as written, sealed or not', async () => {
    await chain();
    await record(2);
    expect(await verifyAudit(core)).toMatchObject({ faults: [], rows: 9, seals: 3, unsealed: 2, head: { number: 3 } });
  });

  it.each([
    [`update audit set event = 'sign-out'`],
    [`update audit set client_ip = '198.51.100.1'`],
    [`update audit set seal = 0`],
    [`update audit set mac = 'x'`],
    [`delete from audit`],
    [`delete from audit where seal = 0`],
    [`update audit_seals set rows = 2`],
    [`delete from audit_seals`],
  ])('refuses in the database: %s', async (statement) => {
    await chain();
    await record(1);
    await expect(sql.raw(statement).execute(core.db.q())).rejects.toThrow('append-only');
  });

  it.each([
    [`update audit set event = 'sign-out' where id = ${second}`, ['row changed']],
    [`update audit set at = at + 1000 where id = ${second}`, ['row changed', 'rows do not fit the seal']],
    [`update audit set account_id = 'else' where id = ${second}`, ['row changed']],
    [`update audit set client_ip = '198.51.100.1' where id = ${second}`, ['row changed']],
    [`update audit set client_ip = '' where id = ${second}`, ['client IP removed']],
    [`update audit set detail = '' where seal = 0`, ['row changed']],
    [`update audit set seal = 3 where id = ${second}`, ['rows do not fit the seal', 'rows do not fit the seal']],
    [`update audit set seal = 5 - seal where seal in (2, 3)`, ['rows do not fit the seal', 'rows do not fit the seal']],
    [`update audit_seals set rows = 2 where number = 2`, ['seal changed', 'rows do not fit the seal']],
    [`delete from audit_seals where number = 2`, ['seals missing', 'rows without their seal']],
    [`delete from audit_seals where number = 1`, ['seals missing', 'rows without their seal']],
    [`delete from audit_seals where number = 3`, ['rows without their seal']],
    [
      `insert into audit_seals values (4, 'checkpoint', 0, 0, 2, (select mac from audit_seals where number = 2), '', (select mac from audit_seals where number = 3), 'x')`,
      ['seal changed'],
    ],
  ])('reveals tampering by the database owner: %s', async (statement, expected) => {
    await chain();
    await record(1);
    await tamper(statement);
    expect((await faults()).toSorted()).toEqual(expected.toSorted());
  });

  it('reveals a removed end by comparison with a head kept elsewhere', async () => {
    await chain();
    const { head } = await verifyAudit(core);
    await record(1);
    await sealAudit(core);
    expect((await verifyAudit(core, head)).faults).toEqual([]);
    await tamper('delete from audit where seal >= 3');
    await tamper('delete from audit_seals where number >= 3');
    expect(await faults()).toEqual([]);
    expect((await verifyAudit(core, head)).faults).toEqual([{ fault: 'head not found', seal: 3 }]);
  });

  it('allows the removal of the client IPs of a purged account', async () => {
    const { id } = await core.account({ email: 'a@example.com' });
    await record(2, id);
    await sealAudit(core);
    await transitionAccount(core.db, { id, from: 'active', to: 'purged' });
    await core.db.q().updateTable('audit').set({ client_ip: '', salt: '' }).where('account_id', '=', id).execute();
    expect(await faults()).toEqual([]);
  });

  it('is sealed once by any number of instances, also while rows are added', async () => {
    const writers = [0, 1, 2, 3].map(() => record(rowsPerSeal / 5));
    await Promise.all([...writers, ...[0, 1, 2, 3].map(() => sealAudit(core))]);
    await record(rowsPerSeal);
    await Promise.all([0, 1, 2, 3].map(() => sealAudit(core)));
    await sealAudit(core);
    expect(await verifyAudit(core)).toMatchObject({ faults: [], rows: (rowsPerSeal * 9) / 5, unsealed: 0 });
  });

  it('drops old rows behind a checkpoint, and stays intact', async () => {
    await chain();
    const { head } = await verifyAudit(core);
    core.clock.advance(10 * day);
    await record(2);
    await sealAudit(core);
    const removed = await Promise.all([0, 1, 2].map(() => trimAudit(core, core.clock.now() - hour)));
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(9);
    expect((await verifyAudit(core, head)).faults).toEqual([]);
    expect(await verifyAudit(core)).toMatchObject({ faults: [], rows: 2 });
    core.clock.advance(10 * day);
    await record(1);
    await sealAudit(core);
    await trimAudit(core, core.clock.now() - hour);
    expect(await verifyAudit(core)).toMatchObject({ faults: [], rows: 1 });
    await tamper('delete from audit_seals where number = (select min(number) from audit_seals)');
    expect(await faults()).toContain('seals missing');
  });

  it('seals new rows, logs the head, and keeps rows for the configured number of days', async () => {
    const lines: object[] = [];
    const log = { info: (line: object) => void lines.push(line), error: (line: object) => void lines.push(line) };
    const job = startJob(auditJob({ ...core, log, keepDays: 180 }), log);
    const origin = { clientIp: '203.0.113.7', requestId: '' };
    await core.audit.record({ event: 'sign-out', accountId: null, origin });
    await job.run();
    const { head } = await verifyAudit(core);
    expect(lines).toEqual([{ seal: 1, mac: head?.mac }]);

    core.clock.advance(180 * day);
    await core.audit.record({ event: 'sign-out', accountId: null, origin });
    await job.run();
    expect(await verifyAudit(core)).toMatchObject({ faults: [], rows: 2 });
    core.clock.advance(60 * minute);
    await job.run();
    expect(await verifyAudit(core, head)).toMatchObject({ faults: [], rows: 1 });
    expect(lines.at(-1)).toEqual({ removed: 1 });
    await job.close();
  });
});
