// @one-database
/** What the desk answers about a person never has a whole value, a credential or an id of a session: every call whose answer can bear a text. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskEndpoints } from '#contract/operations/desk/all.ts';
import { staffActs, staffRoles, type StaffRole } from '#contract/operations/desk/roles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallSchema } from '#contract/schema.ts';
import { deskSchemas } from '#contract/operations/desk/calls/all.schemas.ts';
import { deskCards } from '#contract/operations/desk/desk-cards.words.ts';
import { deskQueues } from '#contract/operations/desk/desk-queues.words.ts';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { hour } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { enter, newMember, signedAsking, signedException, type DeskBrowser, type DeskMember } from '#server/testing/people/desk.ts';
import { createOwnApp, must, newDeveloper } from '#server/testing/apps/developers.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

type Body = Readonly<Record<string, unknown>>;
type Sent = readonly [path: string, body?: Body];

/** The calls that a case makes, by a role that may: each is answered with 200. */
interface Case {
  readonly by: StaffRole;
  readonly calls: () => readonly Sent[] | Promise<readonly Sent[]>;
}

const why = { reason: 'fraud', caseRef: 'CS-20251122-077' };

let app: TestApp;
const members = new Map<StaffRole, { readonly member: DeskMember; readonly desk: DeskBrowser }>();
const looks = new Map<StaffRole, string>();
let phone: string;
let accountId: string;
let appId: string;
let draft: string;
let request: string;
let canaries: readonly string[];

const at = (role: StaffRole) => {
  const found = members.get(role);
  if (found === undefined) throw new Error(`There is no ${role}.`);
  return found;
};
const lookOf = (role: StaffRole) => looks.get(role) ?? '';
const order = async (role: StaffRole) => {
  const { data } = await at(role).desk.post<{ version: number }>('/person/card', { look: lookOf(role), card: 'state' });
  return { look: lookOf(role), version: data.version, ...why };
};
const place = { type: 'serverAgreement', region: 'CN', language: 'zh_CN' } as const;

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 1000 } });
  for (const role of staffRoles) {
    const member = await newMember(app, role);
    members.set(role, { member, desk: await enter(app, member) });
  }
  // The person is a developer too: an app in review, a mail that has not left, a dispute, a request, an appeal, acts and notes.
  const person = await newDeveloper(app);
  const { email } = person;
  phone = person.contact;
  accountId = person.accountId;
  appId = (await createOwnApp(person)).app.clientID;
  const q = app.db.q();
  const now = app.clock.now();
  await sql`update openid_clients set state = 'review' where id = ${appId}`.execute(q);
  const version = { id: newId(), client_id: appId, changes: '{}', state: 'asked', reasons: '', asked_at: now, open: appId } as const;
  await q.insertInto('app_versions').values(version).execute();
  const filled = Object.fromEntries(
    ['real_name', 'address', 'signature', 'profile', 'school', 'company', 'department', 'title'].map((name) => [name, `Canary ${name}`]),
  );
  await q
    .updateTable('accounts')
    .set({ ...filled, birthday: '1994-04-18' })
    .where('id', '=', accountId)
    .execute();
  const identifier = await q.selectFrom('identifiers').selectAll().where('value', '=', email).executeTakeFirstOrThrow();
  await q
    .insertInto('identifiers')
    .values({ ...identifier, kind: 'username', value: 'canary-name', shown: 'canary-name' })
    .execute();
  const sent = { id: newId(), account_id: accountId, at: now, expires_at: now + hour, channel: 'email', kind: 'login' } as const;
  await q
    .insertInto('sent_messages')
    .values({ ...sent, target: 'c***@example.com', reference: 'Q7K2-9DMX', state: 'failed' })
    .execute();

  for (const role of ['viewer', 'agent', 'lead'] as const) {
    const { look } = must(await at(role).desk.post<{ look: string }>('/person/find', { text: phone, ...why }));
    looks.set(role, look);
  }
  const { agent, lead } = { agent: at('agent'), lead: at('lead') };
  const entered = { look: lookOf('agent'), channel: 'mail', receivedAt: now, text: 'Born in another year' };
  request = must(await agent.desk.post<{ number: string }>('/requests/add', { ...entered, kind: 'correct' })).number;
  must(await agent.desk.post('/requests/add', { ...entered, kind: 'appeal' }));
  must(await agent.desk.post('/person/note', { ...(await order('agent')), text: 'Called twice' }));
  const asked = { look: lookOf('agent'), caseRef: why.caseRef, text: 'A break-in is under way.' };
  must(await agent.desk.post('/break-glass', signedException(agent.member, asked)));
  must(await agent.desk.post('/act/lock', await order('agent')));
  await app.outbox(phone);
  const { lines } = must(
    await agent.desk.post<{ lines: readonly { id: string; until: number | null }[] }>('/person/card', {
      look: lookOf('agent'),
      card: 'messages',
    }),
  );
  const told = lines.find(({ until }) => until !== null);
  must(await agent.desk.post('/act/resend', { ...(await order('agent')), message: told?.id }));
  await signedAsking(agent.desk, agent.member, await agent.desk.post<{ approval: string }>('/act/unlock', await order('agent')));
  await sealAudit({ ...app, keyring: app.wiring.keyring });
  draft = must(await lead.desk.post<{ id: string }>('/publications', { types: [place.type] })).id;

  const account = await q.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  const sessions = await q.selectFrom('sessions').select(['id', 'client_ip']).where('account_id', '=', accountId).execute();
  canaries = [
    phone,
    email,
    'canary-name',
    '1994-04-18',
    account.number,
    account.password_hash ?? '',
    ...Object.values(filled),
    ...sessions.flatMap(({ id, client_ip }) => [id, client_ip]),
    ...[...person.browser.cookies.values()].filter((value) => value.length > 20),
  ].filter((text) => text !== '');
});

afterAll(() => app.close());

/** One for each call whose answer can bear a text. */
const cases: Readonly<Record<string, Case>> = {
  deskMe: { by: 'viewer', calls: () => [['/me']] },
  deskQueue: {
    by: 'lead',
    calls: () => deskQueues.map((name) => [`/queues/${name}`] as const),
  },
  deskOpenRequest: { by: 'agent', calls: () => [['/requests/open', { number: request }]] },
  deskAddRequest: {
    by: 'agent',
    calls: () => [
      ['/requests/add', { look: lookOf('agent'), kind: 'explain', channel: 'phone', receivedAt: app.clock.now(), text: 'Why?' }],
    ],
  },
  deskApps: { by: 'viewer', calls: () => [['/apps']] },
  deskApp: { by: 'viewer', calls: () => [[`/apps/${appId}`]] },
  deskSearchAudit: {
    by: 'auditor',
    calls: () => [
      ['/audit/search', { from: app.clock.now() - hour, to: app.clock.now() + 1 }],
      ['/audit/search', { from: app.clock.now() - hour, to: app.clock.now() + 1, account: phone }],
    ],
  },
  deskAuditRow: { by: 'auditor', calls: async () => (await auditIds()).map((id) => ['/audit/row', { id }] as const) },
  deskAuditProof: { by: 'auditor', calls: async () => (await auditIds(true)).map((id) => ['/audit/proof', { id }] as const) },
  deskExports: { by: 'auditor', calls: () => [['/audit/exports']] },
  deskStaff: { by: 'lead', calls: () => [['/members']] },
  deskFind: {
    by: 'agent',
    calls: () => [
      ['/person/find', { text: phone, ...why }],
      ['/person/find', { text: 'canary-none', ...why }],
    ],
  },
  deskCard: {
    by: 'agent',
    calls: () => deskCards.map((card) => ['/person/card', { look: lookOf('agent'), card }] as const),
  },
  deskUnmask: { by: 'agent', calls: () => [['/person/unmask', { look: lookOf('agent'), field: 'phone', at: '', ...why }]] },
  deskApprovals: { by: 'lead', calls: () => [['/approvals']] },
  deskAlarms: { by: 'lead', calls: () => [['/alarms']] },
  deskExceptions: { by: 'auditor', calls: () => [['/exceptions']] },
  deskAskException: {
    by: 'lead',
    calls: () => {
      const asked = { look: lookOf('lead'), caseRef: why.caseRef, text: 'Nobody answers.' };
      return [['/break-glass', signedException(at('lead').member, asked)]];
    },
  },
  deskPublications: { by: 'lead', calls: () => [['/publications']] },
  deskDraft: { by: 'lead', calls: () => [[`/publications/${draft}`]] },
  deskNewDraft: { by: 'lead', calls: () => [['/publications', { types: [place.type] }]] },
  deskCheckDraft: { by: 'lead', calls: () => [[`/publications/${draft}/check`, {}]] },
  deskPreviewDraft: { by: 'lead', calls: () => [[`/publications/${draft}/preview`, place]] },
};

async function auditIds(isSealed = false): Promise<readonly string[]> {
  const rows = await app.db
    .q()
    .selectFrom('audit')
    .select('id')
    .where('account_id', '=', accountId)
    .$if(isSealed, (q) => q.where('seal', '>', 0))
    .orderBy('at', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a schema has a text that is none of a few words. */
function bearsText(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('type' in schema && [schema.type].flat().includes('string') && !('enum' in schema) && !('const' in schema)) return true;
  return Object.values(schema).some(bearsText);
}

const bearing = Object.entries(deskEndpoints).flatMap(([group, endpoints]) => {
  const schemas: Readonly<Record<string, CallSchema>> = deskSchemas[group as keyof typeof deskSchemas];
  return Object.entries<Endpoint>(endpoints)
    .map(([name, row]) => ({ name, row, data: schemas[name]?.data }))
    .filter(({ data }) => bearsText(data));
});

async function make(desk: DeskBrowser, { method }: Endpoint, [path, body]: Sent) {
  const answer = await (method === 'GET' ? desk.get(path) : desk.post(path, body));
  const all = `${answer.text} ${JSON.stringify(answer.headers)}`;
  return { code: answer.code, seen: canaries.filter((canary) => all.includes(canary)) };
}

it('has a case for each call whose answer can bear a text', () => {
  expect(Object.keys(cases).toSorted()).toEqual(bearing.map(({ name }) => name).toSorted());
});

describe('an answer of the desk', () => {
  it('would be known by each of many values', () => {
    expect(canaries.length).toBeGreaterThan(15);
  });

  it.each(bearing)('to $name shows no whole value to a role that may, and none to another one', async ({ name, row }) => {
    const found = cases[name];
    if (found === undefined) throw new Error('There is no case.');
    const calls = await found.calls();
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      const { code, seen } = await make(at(found.by).desk, row, call);
      expect({ call, code, seen }).toEqual({ call, code: 200, seen: name === 'deskUnmask' ? [phone] : [] });
      for (const role of staffRoles.filter((each) => each !== found.by))
        expect({ role, call, ...(await make(at(role).desk, row, call)) }).toMatchObject({ seen: [] });
    }
  });

  it('to a viewer is without any of them 500 times', async () => {
    const { desk } = at('viewer');
    const open = bearing.filter(({ row: { staffAct: act = 'any' } }) => act === 'any' || staffActs[act].grants.viewer === 'may');
    let answers = 0;
    while (answers < 500) {
      for (const { name, row } of open) {
        for (const call of (await cases[name]?.calls()) ?? []) {
          // The viewer's own look, not that of another member.
          const [path, body] = call;
          const own: Sent = body === undefined ? [path] : [path, 'look' in body ? { ...body, look: lookOf('viewer') } : body];
          const { code, seen } = await make(desk, row, own);
          expect({ own, seen }).toEqual({ own, seen: [] });
          answers += code === 200 ? 1 : 0;
        }
      }
    }
  });
});
