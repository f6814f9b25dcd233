import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { day, second } from '#server/platform/clock.ts';
import { takeTrailExport } from '#server/capabilities/operations/desk/audit/export-trail.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { residentMiB } from './process.ts';
import type { Row } from './report.ts';

/** Memory that an export of a month may take above what the server has without it. */
const aimMiB = 150;

/** The trail of a month as an auditor takes it: from the database to the last byte of the ZIP file. */
export async function measureTrailExport(rows: number): Promise<readonly Row[]> {
  const app = await buildTestApp({ desk: true, settings: { LOG_LEVEL: 'warn' } });
  try {
    await signUp(app);
    await makeMonth(app, rows);
    const idle = residentMiB(process.pid).own;
    let top = idle;
    let bytes = 0;
    const watch = setInterval(() => (top = Math.max(top, residentMiB(process.pid).own)), 50);
    const started = performance.now();
    const taker = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done();
      },
    });
    await pipeline(await approvedExport(app), taker);
    clearInterval(watch);
    const seconds = (performance.now() - started) / 1000;
    return [
      {
        name: `export of the trail, ${rows} rows: memory above idle`,
        value: top - idle,
        unit: 'MiB',
        aim: { atMost: aimMiB },
        note: `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`,
      },
    ];
  } finally {
    await app.close();
  }
}

async function approvedExport({ wiring, db, clock, config }: TestApp): Promise<AsyncIterable<Buffer>> {
  const { keyring, core, files } = wiring;
  const { copies } = files;
  const deps = {
    door: 'desk' as const,
    db,
    clock,
    keyring,
    audit: core.journal.audit,
    documentKeys: copies.documentKeys,
    issuer: config.publicUrl,
  };
  const id = 'approved';
  const object = JSON.stringify({ from: new Date(clock.now() - 31 * day).toISOString(), to: new Date(clock.now() + second).toISOString() });
  const asked = { act: 'audit.export', object, account_id: null, version: 0, reason: 'asked', case_ref: '', digest: '' } as const;
  const answered = { state: 'approved', answered_by: 'lead', answered_at: clock.now(), assertion: '', asked_with: '' } as const;
  const times = { asked_by: 'auditor', asked_at: clock.now(), expires_at: clock.now() + day };
  await db
    .q()
    .insertInto('approvals')
    .values({ id, ...asked, ...times, ...answered })
    .execute();
  const origin = { clientIp: '', requestId: '' };
  const session = {
    sessionId: '',
    accountId: '',
    language: 'en_US',
    member: 'auditor',
    role: 'auditor',
    proofAt: 0,
    until: 0,
    idleUntil: 0,
  } as const;
  return takeTrailExport(deps, { session, origin }, id);
}

/** Copies one row of the trail into a month of sealed rows, a thousand for each seal. */
async function makeMonth({ db, clock }: TestApp, rows: number): Promise<void> {
  const model = await db.q().selectFrom('audit').selectAll().limit(1).executeTakeFirstOrThrow();
  const from = clock.now() - 30 * day;
  const own: Readonly<Record<string, string>> = {
    id: `printf('%022d', i)`,
    at: `${from} + i * ${30 * day} / ${rows}`,
    seal: '1 + i / 1000',
    mac: `printf('%043d', i)`,
  };
  const columns = Object.keys(model);
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})
    insert into audit (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((column) => (own[column] === undefined ? sql.ref(`m.${column}`) : sql.raw(own[column]))))}
    from n join audit m on m.id = ${model.id}`.execute(db.q());
}
