// @one-database
import { createPublicKey, hash, randomBytes, verify } from 'node:crypto';
import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { undeliveredQuery } from '#server/core/operations/desk/queues.repository.ts';
import { staffActivityQuery } from '#server/core/operations/staff/staff-activity.repository.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import type { ExportDeps } from '#server/core/protection/audit/audit-export.ts';
import { newId } from '#server/platform/ids.ts';
import { readZip } from '#server/platform/zip/read-zip.ts';
import { approvalOf, enter, newMember, signedApproval, signedAsking, takenExport, type DeskBrowser } from '#server/testing/people/desk.ts';
import { noteStatements, planForAny, planOf } from '#server/testing/costs/query-plan.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { AtDesk } from '../session/at-desk.ts';
import { takeTrailExport } from '../audit/export-trail.ts';

let app: TestApp;
let lead: DeskBrowser;
let leadName: string;
let agent: DeskBrowser;
let auditor: DeskBrowser;

beforeAll(async () => {
  app = await buildTestApp({ desk: true });
  const first = await newMember(app, 'lead');
  leadName = first.name;
  lead = await enter(app, first);
  agent = await enter(app, await newMember(app, 'agent'));
  auditor = await enter(app, await newMember(app, 'auditor'));
});
afterAll(async () => {
  await app.close();
});

describe('the trail', () => {
  it('is searched only by auditors, and the search is a row of it', async () => {
    const now = app.clock.now();
    const body = { from: now - day, to: now + day, event: 'desk.entered' };
    for (const member of [lead, agent]) expect((await member.post('/audit/search', body)).code).toBe(3060);
    const { data } = await auditor.post<{ readonly rows: readonly { readonly id: string; readonly event: string }[] }>(
      '/audit/search',
      body,
    );
    expect(data.rows).toHaveLength(3);
    expect(JSON.stringify(data)).not.toContain('address');
    const looked = await auditor.post<{ readonly rows: readonly { readonly detail: string }[] }>('/audit/search', {
      ...body,
      event: 'operator.looked',
    });
    expect(looked.data.rows.some(({ detail }) => detail.includes('"event":"desk.entered"'))).toBe(true);
    await sealAudit({ ...app, keyring: app.wiring.keyring });
    const [row] = data.rows;
    const opened = await auditor.post('/audit/row', { id: row?.id });
    expect(opened.data).toMatchObject({ isAsWritten: true, row: { event: 'desk.entered' } });
    expect((await auditor.post('/audit/proof', { id: row?.id })).data).toMatchObject({ row: row?.id, reachesHead: true });
    expect((await auditor.post('/audit/row', { id: 'nothing' })).code).toBe(3064);
    expect((await auditor.post('/audit/search', { ...body, to: now + 40 * day })).code).toBe(400);
  });

  it('finds an account by the input of the auditor, and keeps only a keyed hash of it', async () => {
    const { phone } = await app.newAccount();
    const now = app.clock.now();
    const { data } = await auditor.post<{ readonly rows: readonly unknown[] }>('/audit/search', {
      from: now - day,
      to: now + day,
      account: phone,
    });
    expect(data.rows.length).toBeGreaterThan(0);
    const trail = await app.db.q().selectFrom('audit').select('detail').where('event', '=', 'operator.looked').execute();
    expect(JSON.stringify(trail)).not.toContain(phone);
    const none = await auditor.post<{ readonly rows: readonly unknown[] }>('/audit/search', {
      from: now - day,
      to: now + day,
      account: '%',
    });
    expect(none.data.rows).toEqual([]);
  });
});

describe('staff', () => {
  it('shows looks and acts of 30 days beside the median, and a hold ends access at once', async () => {
    const other = await newMember(app, 'agent');
    const desk = await enter(app, other);
    const { data } = await lead.get<{
      readonly members: readonly { readonly name: string; readonly acts: number }[];
      readonly medians: unknown[];
    }>('/members');
    expect(data.members.find(({ name }) => name === other.name)).toMatchObject({ role: 'agent', state: 'active', looks: 0 });
    expect(data.medians.length).toBeGreaterThan(2);
    expect((await agent.post('/members/hold', { name: other.name, reason: 'left the team' })).code).toBe(3060);
    expect((await lead.post('/members/hold', { name: other.name, reason: 'left the team' })).code).toBe(200);
    expect((await desk.get('/me')).code).not.toBe(200);
    expect((await lead.post('/members/hold', { name: other.name, reason: 'left the team' })).code).toBe(3064);
    const after = await lead.get<typeof data>('/members');
    expect(after.data.members.find(({ name }) => name === leadName)?.acts).toBeGreaterThan(0);
  });
});

interface QueueData {
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly takenBy: string;
    readonly state: string;
    readonly target: string;
  }[];
}

describe('queues', () => {
  it('show what waits, and an item belongs to one member for 15 minutes', async () => {
    const id = newId();
    const row = { id, account_id: (await app.db.q().selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow()).id };
    const message = { channel: 'sms', kind: 'login', target: '138****6021', reference: '', state: 'failed' } as const;
    await app.db
      .q()
      .insertInto('sent_messages')
      .values({ ...row, ...message, at: app.clock.now(), expires_at: app.clock.now() + hour })
      .execute();
    const { data } = await agent.get<QueueData>('/queues/undelivered');
    expect(data.items).toContainEqual(
      expect.objectContaining({ id, target: '138****6021', state: 'failed', takenBy: '', kind: 'Sign-in code' }),
    );
    expect((await agent.post('/queues/take', { queue: 'undelivered', item: id })).code).toBe(200);
    expect((await agent.post('/queues/take', { queue: 'undelivered', item: id })).code).toBe(200);
    expect((await lead.post('/queues/take', { queue: 'undelivered', item: id })).code).toBe(3064);
    expect((await lead.get<QueueData>('/queues/undelivered')).data.items.find((item) => item.id === id)?.takenBy).not.toBe('');
    app.clock.advance(15 * minute);
    expect((await lead.post('/queues/take', { queue: 'undelivered', item: id })).code).toBe(200);
    expect((await lead.post('/queues/release', { queue: 'undelivered', item: id })).code).toBe(200);
    expect((await agent.post('/queues/take', { queue: 'undelivered', item: id })).code).toBe(200);
    app.clock.advance(73 * hour);
    expect((await lead.get<QueueData>('/queues/undelivered')).code).not.toBe(200);
  });

  it.each([
    ['undelivered messages', 'sent_messages_undelivered', () => undeliveredQuery(app.db, 1).select('id')],
    [
      'looks and acts of members',
      'SEARCH staff_acts USING INDEX staff_acts_by_member',
      () => staffActivityQuery(app.db, { members: ['a', 'b'], since: 1 }),
    ],
  ])('%s are read by their index', async (_, index, query) => {
    expect(await planOf(app.db, query().compile())).toContain(index);
  });
});

describe('a member', () => {
  interface Me {
    readonly waiting: { readonly approvals: number; readonly queues: number };
    readonly alone: boolean;
  }
  let fresh: TestApp;

  beforeAll(async () => {
    fresh = await buildTestApp({ desk: true, settings: { DESK_MAIL: 'alarms@example.com' } });
  });
  afterAll(() => fresh.close());

  const meOf = async (by: DeskBrowser) => (await by.get<Me>('/me')).data;

  it('is told how much waits, if they see it, and a lone lead that nobody could approve', async () => {
    const enterAs = async (role: 'lead' | 'agent' | 'auditor') => enter(fresh, await newMember(fresh, role));
    const [first, helper, reader] = [await enterAs('lead'), await enterAs('agent'), await enterAs('auditor')];
    const { id } = await fresh.db.q().selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow();
    const at = fresh.clock.now();
    const message = { channel: 'sms', kind: 'login', target: '138****6021', reference: '', state: 'failed' } as const;
    await fresh.db
      .q()
      .insertInto('sent_messages')
      .values({ id: newId(), account_id: id, ...message, at, expires_at: at + hour })
      .execute();
    expect(await meOf(first)).toMatchObject({ waiting: { queues: 1 }, alone: true });
    expect(await meOf(helper)).toMatchObject({ waiting: { queues: 1 }, alone: false });
    expect(await meOf(reader)).toMatchObject({ waiting: { queues: 0 }, alone: false });
    const second = await newMember(fresh, 'lead');
    expect(await meOf(first)).toMatchObject({ alone: false });
    await sql`update staff set state = 'held' where name = ${second.name}`.execute(fresh.db.q());
    expect(await meOf(first)).toMatchObject({ alone: true });
  });

  it('is told once a day that the trail is not as it was written', async () => {
    await sealAudit(fresh.wiring.core.store);
    const check = async () => {
      await fresh.wiring.jobs.auditCheck.run();
      return (await fresh.db.q().selectFrom('desk_alarms').select('id').where('kind', '=', 'audit').execute()).length;
    };
    expect(await check()).toBe(0);
    await sql`drop trigger audit_seals_are_append_only`.execute(fresh.db.q());
    await sql`update audit_seals set mac = 'x'`.execute(fresh.db.q());
    fresh.clock.advance(5 * minute);
    expect(await check()).toBe(1);
    fresh.clock.advance(5 * minute);
    expect(await check()).toBe(1);
    expect(JSON.stringify(await fresh.outbox('alarms@example.com'))).toContain('is not as it was written');
    fresh.clock.advance(day);
    expect(await check()).toBe(2);
  });
});

describe('an export of the trail', () => {
  it('leaves when a lead has approved what an auditor has signed, for a day, and others can check it', async () => {
    const examiner = await newMember(app, 'auditor');
    const leader = await newMember(app, 'lead');
    const [desk, other] = [await enter(app, examiner), await enter(app, leader)];
    const range = { from: app.clock.now() - hour, to: app.clock.now() + 1, reason: 'for the court' };
    expect(await other.post('/audit/exports', range)).toMatchObject({ code: 3060 });
    expect(await desk.post('/audit/exports', { ...range, to: range.from })).toMatchObject({ code: 400 });
    const asked = await signedAsking(desk, examiner, await desk.post<{ approval: string }>('/audit/exports', range));
    expect(asked).toMatchObject({ code: 3061 });
    const { approval: id } = asked.data;
    const take = (by = desk) => by.post('/audit/export', { id });
    expect(await take()).toMatchObject({ code: 3064 });
    const item = await approvalOf(other, id);
    if (item === undefined) throw new Error('Nothing waits.');
    expect(await other.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 200 });
    expect((await desk.get<{ items: readonly object[] }>('/audit/exports')).data.items).toMatchObject([
      { id, from: range.from, to: range.to },
    ]);
    const colleague = await enter(app, await newMember(app, 'auditor'));
    expect(await take(colleague), 'by another').toMatchObject({ code: 3064 });
    expect(await take(other), 'by the lead').toMatchObject({ code: 3060 });
    const file = readZip(await takenExport(app, desk, id), 10_000_000);
    const [trail, manifest, jws] = ['trail.jsonl', 'manifest.json', 'manifest.jws'].map((name) => file.get(name) ?? Buffer.alloc(0));
    const said: { readonly rows: number; readonly sha256: string } = JSON.parse(String(manifest));
    expect(said.sha256).toBe(hash('sha256', trail ?? ''));
    expect(String(trail).trim().split('\n')).toHaveLength(said.rows);
    expect(String(trail)).toContain('"approval.given"');
    const [head = '', , signature = ''] = String(jws).trim().split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { readonly kid: string };
    const published = (await createDocumentKeys(app.wiring.core.store).published()).find((one) => one.kid === kid);
    const key = createPublicKey({ key: { ...published }, format: 'jwk' });
    const signed = Buffer.from(`${head}.${manifest?.toString('base64url')}`);
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);
    const rows = await app.db.q().selectFrom('audit').select('detail').where('event', '=', 'audit.exported').execute();
    expect(rows.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ approval: id, operator: examiner.name }]);
    app.clock.advance(day);
    expect(await (await enter(app, examiner)).post('/audit/export', { id })).toMatchObject({ code: 3064 });
  });

  it('is asked for with a fresh proof; a refused request and another act export nothing', async () => {
    const [examiner, leader] = [await newMember(app, 'auditor'), await newMember(app, 'lead')];
    const desk = await enter(app, examiner);
    const range = { from: app.clock.now() - hour, to: app.clock.now() + hour, reason: 'for the court' };
    app.clock.advance(10 * minute + 1);
    expect(await desk.post('/audit/exports', range)).toMatchObject({ code: 3067 });
    const again = await enter(app, examiner);
    const other = await enter(app, leader);
    const ask = async () =>
      (await signedAsking(again, examiner, await again.post<{ approval: string }>('/audit/exports', range))).data.approval;
    const take = (id: string) => again.post('/audit/export', { id });
    const refused = await ask();
    expect(await other.post('/approvals/refuse', { id: refused, reason: 'no court' })).toMatchObject({ code: 200 });
    expect(await take(refused), 'refused').toMatchObject({ code: 3064 });
    const approved = await ask();
    const item = await approvalOf(other, approved);
    if (item === undefined) throw new Error('Nothing waits.');
    expect(await other.post('/approvals/approve', signedApproval(leader, item))).toMatchObject({ code: 200 });
    const become = (act: 'bait.add' | 'audit.export') =>
      app.db.q().updateTable('approvals').set({ act }).where('id', '=', approved).execute();
    await become('bait.add');
    expect(await take(approved), 'another act').toMatchObject({ code: 3064 });
    await become('audit.export');
    expect(String(readZip(await takenExport(app, again, approved), 10_000_000).get('trail.jsonl'))).toContain('"approval.refused"');
    const found = await noteStatements(async () => void (await again.get('/audit/exports')));
    const [listed = ''] = found.filter((text) => text.includes('"approvals"') && text.includes('"answered_at" >'));
    expect(await planForAny(app.db, listed)).toMatch(/expires_at\s*>/);
  });

  it('reads no more than its reader takes, and is no file where it fails', async () => {
    const { core, keyring } = app.wiring;
    const { db, clock } = app;
    const examiner = await newMember(app, 'auditor');
    const range = { from: clock.now() + hour, to: clock.now() + 2 * hour };
    const many = 5000;
    const row = await db.q().selectFrom('audit').selectAll().limit(1).executeTakeFirstOrThrow();
    // That cannot be compressed.
    const noise = () => JSON.stringify({ text: randomBytes(300).toString('base64') });
    for (let n = 0; n < many; n += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        ...row,
        id: `many ${n + index}`,
        at: range.from,
        seal: 1,
        detail: noise(),
      }));
      await db.q().insertInto('audit').values(rows).execute();
    }
    const times = { asked_at: clock.now(), expires_at: clock.now() + hour, answered_at: clock.now() + 1 };
    const of = {
      act: 'audit.export',
      object: JSON.stringify({ from: new Date(range.from), to: new Date(range.to) }),
      account_id: null,
    } as const;
    const answered = { state: 'approved', asked_by: examiner.name, answered_by: 'li', assertion: null, asked_with: null } as const;
    const id = newId();
    await db
      .q()
      .insertInto('approvals')
      .values({ id, ...of, ...times, ...answered, version: 0, reason: 'x', case_ref: '', digest: 'x' })
      .execute();
    const deps = { door: 'desk' as const, db, clock, keyring, audit: core.journal.audit, issuer: 'https://id.example.com' };
    const at = { session: { member: examiner.name }, origin: { clientIp: '', requestId: '' } } as AtDesk;
    const file = async (signer: ExportDeps['documentKeys']['signer']) => takeTrailExport({ ...deps, documentKeys: { signer } }, at, id);
    const failing = await file(() => Promise.reject(new Error('no key')));
    await expect(Array.fromAsync(failing)).rejects.toThrow('no key');
    const bytes = await file(() => createDocumentKeys(core.store).signer());
    const read = vi.spyOn(db, 'q');
    await bytes.next();
    await bytes.next();
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    expect(read.mock.calls.length).toBeLessThan(many / 1000);
    read.mockRestore();
    await bytes.return(undefined);
  });
});
