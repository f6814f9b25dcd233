import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { sealAudit } from './audit-chain.ts';
import { checkAudit } from './audit-check-job.ts';
import { proveAuditRow } from './audit-search.ts';
import { verifyAudit, type AuditFault } from './verify-audit.ts';

let core: TestCore;

beforeEach(async () => {
  core = await openTestCore();
});
afterEach(async () => {
  await core.close();
});

const quiet = { info: () => undefined, error: () => undefined };

async function record(): Promise<void> {
  core.clock.advance(1);
  await core.audit.record({ event: 'sign-out', accountId: 'somebody', origin: { clientIp: '203.0.113.7', requestId: '' } });
}

/** The fault that the servers' own check tells, after the next sealing. */
async function job(): Promise<string[]> {
  const told: AuditFault[] = [];
  core.clock.advance(1);
  await sealAudit(core);
  await checkAudit({ ...core, log: quiet, alarm: async (faults) => void told.push(...faults) });
  return told.map(({ fault }) => fault);
}

const verify = async () => (await verifyAudit(core)).faults.map(({ fault }) => fault);

/** The faults of a proof of this row, or of any row of its time where it is gone. */
async function prove(id: string): Promise<string[]> {
  await sealAudit(core);
  const proof = await proveAuditRow(core, { id });
  if (proof === undefined) return ['nothing to prove'];
  return 'faults' in proof ? proof.faults.map(({ fault }) => fault) : [];
}

/** A user of the database who may write into the table. */
const forge = (
  seal: number,
) => `insert into audit (id, at, account_id, event, session, client_ip, request_id, detail, salt, client_ip_mac, mac, seal)
  values ('forged', 1, 'somebody', 'account.unlocked', '', '', '', '{"by":"L1"}', '', '', '', ${seal})`;

/** An owner of the database, who removes its triggers. */
async function own(): Promise<void> {
  for (const table of ['audit', 'audit_seals'])
    for (const trigger of ['append_only', 'kept'].map((end) => `${table}_${table === 'audit' ? 'is' : 'are'}_${end}`))
      await sql.raw(`drop trigger if exists ${trigger}${core.db.engine === 'postgres' ? ` on ${table}` : ''}`).execute(core.db.q());
}

/** Two checked seals of two rows, two rows under a third one, and two under none: the ones that are altered are returned. */
async function trail(): Promise<{ readonly sealed: string; readonly unsealed: string }> {
  for (let seal = 1; seal <= 3; seal += 1) {
    await record();
    await record();
    await sealAudit(core);
    if (seal === 2) await checkAudit({ ...core, log: quiet });
  }
  await record();
  await record();
  const of = async (seal: number) =>
    (await core.db.q().selectFrom('audit').select('id').where('seal', '=', seal).orderBy('at').executeTakeFirstOrThrow()).id;
  return { sealed: await of(3), unsealed: await of(0) };
}

type Place = 'sealed' | 'unsealed';
const alterations: readonly {
  readonly what: string;
  readonly where: Place;
  readonly by: (id: string) => readonly string[];
  readonly row?: string;
}[] = [
  { what: 'an inserted row', where: 'unsealed', by: () => [forge(0)], row: 'forged' },
  { what: 'an inserted row', where: 'sealed', by: () => [forge(3)], row: 'forged' },
  { what: 'an updated row', where: 'unsealed', by: (id) => [`update audit set event = 'account.unlocked', mac = '' where id = '${id}'`] },
  { what: 'an updated row', where: 'sealed', by: (id) => [`update audit set event = 'account.unlocked', mac = '' where id = '${id}'`] },
  { what: 'a deleted row', where: 'sealed', by: (id) => [`delete from audit where id = '${id}'`] },
  {
    what: 'the newest part, cut off,',
    where: 'sealed',
    by: () => ['delete from audit where seal <> 1', 'delete from audit_seals where number > 1'],
  },
];

describe('a trail that was altered behind the product', () => {
  it.each(alterations)('shows $what ($where) to the job, the command and who asks for a proof', async ({ where, by, row }) => {
    const ids = await trail();
    await own();
    for (const statement of by(ids[where])) await sql.raw(statement).execute(core.db.q());
    expect(await verify()).not.toEqual([]);
    expect(await prove(row ?? ids[where])).not.toEqual([]);
    expect(await job()).not.toEqual([]);
    expect(await verify()).not.toEqual([]);
  });

  it('proves no row beside a deleted one, and every row of an untouched trail', async () => {
    const { sealed } = await trail();
    expect([await prove(sealed), await verify(), await job()]).toEqual([[], [], []]);
    await own();
    await sql.raw(`delete from audit where seal = 3 and id <> '${sealed}'`).execute(core.db.q());
    expect(await prove(sealed)).toEqual(['rows do not fit the seal']);
  });
});
