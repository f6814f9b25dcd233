import { createHash } from 'node:crypto';
import { flattenedVerify, importJWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { planOf } from '#server/testing/costs/query-plan.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { rowMac } from './audit-mac.ts';
import type { AuditEvent } from './audit.ts';
import { sealAudit } from './audit-chain.ts';
import { auditLines, exportAudit } from './audit-export.ts';
import { openAuditRow, proveAuditRow, searchAudit, searchDays } from './audit-search.ts';
import { accountRowsQuery, sealRowsQuery, staffRowsQuery, type AuditFilters, type AuditPlace } from './audit-search.repository.ts';

let core: TestCore;
let begin: number;

beforeEach(async () => {
  core = await openTestCore();
  begin = core.clock.now();
});
afterEach(async () => {
  await core.close();
});

async function record(
  event: AuditEvent,
  rest: { accountId?: string; requestId?: string; detail?: Record<string, string> } = {},
): Promise<void> {
  core.clock.advance(1);
  const { accountId = null, requestId = '', detail } = rest;
  await core.audit.record({ event, accountId, origin: { clientIp: '203.0.113.7', requestId }, ...(detail && { detail }) });
}

/** All pages of a search, as `event detail`. */
async function search(filters: Partial<AuditFilters> = {}): Promise<{ found: string[]; pages: number }> {
  const all: AuditFilters = { from: begin, to: begin + 20 * day, ...filters };
  const found: string[] = [];
  let pages = 0;
  let place: AuditPlace | undefined;
  do {
    const page = await searchAudit(core.db, all, place);
    found.push(...page.rows.map(({ event, detail }) => (detail === '' ? event : `${event} ${detail}`)));
    place = page.next;
    pages += 1;
  } while (place !== undefined);
  return { found, pages };
}

describe('a search of the trail', () => {
  it('finds looks and acts by their member and by their case', async () => {
    await record('operator.looked', { accountId: 'a', detail: { operator: 'li', reason: 'asked', case: 'T-1000' } });
    await record('account.locked', { accountId: 'a', detail: { operator: 'li', reason: 'fraud', case: 'T-2000' } });
    await record('operator.looked', { accountId: 'b', detail: { operator: 'mo', reason: 'asked', case: 'T-1000' } });
    await record('sign-in.password', { accountId: 'a' });
    expect((await search({ member: 'li' })).found.map((row) => row.split(' ')[0])).toEqual(['account.locked', 'operator.looked']);
    expect((await search({ caseRef: 'T-1000' })).found).toHaveLength(2);
    expect((await search({ caseRef: 'T-1000', member: 'mo' })).found).toHaveLength(1);
    expect((await search({ member: 'li', accountId: 'b' })).found).toEqual([]);
    expect((await search({ accountId: 'a', event: 'sign-in.password' })).found).toEqual(['sign-in.password']);
    expect((await search({ member: 'l%' })).found).toEqual([]);
  });

  it('finds by time, event and request, newest first, over many seals and without a gap', async () => {
    for (let index = 0; index < 260; index += 1) {
      await record(index % 2 === 0 ? 'sign-out' : 'sign-in.code', { requestId: `r${index}`, detail: { index: String(index) } });
      if (index < 250) await sealAudit(core);
      core.clock.advance(minute);
    }
    const { found, pages } = await search();
    expect(found).toHaveLength(260);
    expect(found[0]).toContain('"259"');
    expect(found.at(-1)).toContain('"0"');
    expect(new Set(found).size).toBe(260);
    expect(pages).toBeGreaterThan(4);
    expect((await search({ event: 'sign-in.code' })).found).toHaveLength(130);
    expect((await search({ requestId: 'r7' })).found).toEqual(['sign-in.code {"index":"7"}']);
    const middle = { from: begin + hour, to: begin + 2 * hour };
    expect((await search(middle)).found).toHaveLength(60);
  });

  it('finds rows that were sealed long after they were written', async () => {
    await record('sign-out');
    await sealAudit(core);
    for (let index = 0; index < 3; index += 1) await record('sign-in.qr');
    const to = core.clock.now() + 1;
    core.clock.advance(5 * hour);
    await sealAudit(core);
    core.clock.advance(hour);
    await record('sign-out');
    await sealAudit(core);
    expect((await search({ to })).found).toEqual(['sign-in.qr', 'sign-in.qr', 'sign-in.qr', 'sign-out']);
  });

  it('covers at most 31 days', async () => {
    await expect(search({ to: begin + searchDays * day + 1 })).rejects.toThrow(RangeError);
    await expect(search({ to: begin })).rejects.toThrow(RangeError);
    expect((await search({ to: begin + searchDays * day })).found).toEqual([]);
  });

  it.each([
    [
      'by member',
      'staff_acts_by_member',
      () => staffRowsQuery(core.db, { member: 'li', from: 1, to: 2 }, { before: undefined, limit: 51 }),
    ],
    [
      'by case',
      'staff_acts_by_case',
      () => staffRowsQuery(core.db, { caseRef: 'T-1', from: 1, to: 2 }, { before: { seal: 1, at: 2, id: 'x' }, limit: 51 }),
    ],
    [
      'by account',
      'audit_by_account',
      () => accountRowsQuery(core.db, { accountId: 'a', from: 1, to: 2 }, { before: { seal: 1, at: 2, id: 'x' }, limit: 51 }),
    ],
    [
      'by time',
      'audit_by_seal',
      () =>
        sealRowsQuery(
          core.db,
          { event: 'sign-out', from: 1, to: 2 },
          { first: 1, last: 100, before: { seal: 9, at: 2, id: 'x' }, limit: 51 },
        ),
    ],
  ])('%s reads an index', async (_, index, query) => {
    const plan = await planOf(core.db, query().compile());
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN audit|SCAN staff_acts|Seq Scan/);
  });
});

describe('a row of the trail', () => {
  it('opens with its seal and its neighbors', async () => {
    for (const event of ['sign-out', 'sign-in.qr', 'sign-in.code', 'sign-in.social'] as const) await record(event);
    await sealAudit(core);
    const rows = await core.db.q().selectFrom('audit').select(['id', 'event']).orderBy('at').execute();
    const opened = await openAuditRow(core, rows[1]?.id ?? '');
    expect(opened).toMatchObject({ row: { event: 'sign-in.qr' }, isAsWritten: true, seal: { number: 1, rows: 4 } });
    expect(opened?.neighbors.map(({ event }) => event)).toEqual(['sign-out', 'sign-in.code', 'sign-in.social']);
    expect(await openAuditRow(core, 'nothing')).toBeUndefined();
  });

  it('is proven by the hashes under its seal and the seals up to a head', async () => {
    for (let index = 0; index < 3; index += 1) {
      await record('sign-out');
      await record('sign-in.qr');
      await sealAudit(core);
    }
    const row = await core.db.q().selectFrom('audit').selectAll().where('seal', '=', 2).orderBy('at').executeTakeFirstOrThrow();
    const proof = await provenOf({ id: row.id });
    expect(proof).toMatchObject({ row: row.id, seals: [{ number: 2 }, { number: 3 }], reachesHead: true });
    expect(proof?.rows.find(({ id }) => id === row.id)?.mac).toBe(rowMac(core.keyring, row));
    expect(proof?.rows).toHaveLength(2);
    expect(proof?.seals[1]?.['previous']).toBe(proof?.seals[0]?.['mac']);
    expect((await provenOf({ id: row.id, through: 2 }))?.seals).toHaveLength(1);
    await record('sign-out');
    const unsealed = await core.db.q().selectFrom('audit').select('id').where('seal', '=', 0).executeTakeFirstOrThrow();
    expect(await provenOf({ id: unsealed.id })).toBeUndefined();
  });
});

async function provenOf(of: Parameters<typeof proveAuditRow>[1]) {
  const proof = await proveAuditRow(core, of);
  if (proof !== undefined && 'faults' in proof) throw new Error('The row is not as it was written.');
  return proof;
}

describe('an export', () => {
  it('has each row once, though rows are sealed while it is made', async () => {
    await record('sign-in.password');
    await sealAudit(core);
    const row = await core.db.q().selectFrom('audit').selectAll().limit(1).executeTakeFirstOrThrow();
    const many = Array.from({ length: 1200 }, (_, index) => ({ ...row, id: `many ${index}`, at: row.at + 1 }));
    for (let n = 0; n < many.length; n += 400)
      await core.db
        .q()
        .insertInto('audit')
        .values(many.slice(n, n + 400))
        .execute();
    await record('sign-in.password');
    const lines = auditLines(core.db, { from: begin, to: begin + day });
    const first = await lines.next();
    await sealAudit(core);
    const ids = [first.value, ...(await Array.fromAsync(lines))].map((line) => /"id":"([^"]*)"/.exec(String(line))?.[1]);
    expect([ids.length, new Set(ids).size]).toEqual([1202, 1202]);
  });

  it('has a manifest over its bytes, whose signature another library accepts, and which a changed byte breaks', async () => {
    for (let index = 0; index < 3; index += 1) await record('sign-out');
    await sealAudit(core);
    await record('sign-in.qr');
    const documentKeys = createDocumentKeys(core);
    const lines: string[] = [];
    const range = { from: begin, to: core.clock.now() + 1 };
    const { manifest, jws } = await exportAudit(
      { ...core, documentKeys, issuer: 'https://id.example.com' },
      range,
      (line) => void lines.push(line),
    );
    const bytes = lines.join('');
    expect(JSON.parse(manifest)).toMatchObject({
      kind: 'audit-export',
      issuer: 'https://id.example.com',
      rows: 4,
      bytes: Buffer.byteLength(bytes),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      head: expect.stringMatching(/^1:[\w-]{43}$/),
    });
    expect(bytes).not.toContain('203.0.113.7');
    const [{ kid, ...jwk }] = (await documentKeys.published()) as [Awaited<ReturnType<typeof documentKeys.published>>[number]];
    const key = await importJWK(jwk, 'ES256');
    const [header = '', , signature = ''] = jws.split('.');
    const verified = (payload: string) =>
      flattenedVerify({ protected: header, payload: Buffer.from(payload).toString('base64url'), signature }, key);
    expect((await verified(manifest)).protectedHeader).toEqual({ alg: 'ES256', kid });
    await expect(verified(manifest.replace('"rows": 4', '"rows": 3'))).rejects.toThrow('signature verification failed');
  });
});
