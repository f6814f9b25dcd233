/** A search at the desk, among however many accounts: each of its statements reads by an index. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findKinds, findKindsOf, type FindKind } from '#contract/operations/desk/find-kind.ts';
import { newId } from '#server/platform/ids.ts';
import { enter, newMember, type DeskBrowser } from '#server/testing/people/desk.ts';
import { freshEmail, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { noteStatements, planForAny } from '#server/testing/costs/query-plan.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let desk: DeskBrowser;
let known: Readonly<Record<FindKind, string>>;

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 1000 } });
  desk = await enter(app, await newMember(app, 'lead'));
  const { contact } = await signUp(app);
  const id = await accountIdOf(app, contact);
  const email = freshEmail();
  await addEmail(app, id, email);
  const q = app.db.q();
  const account = await q.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const identifier = await q.selectFrom('identifiers').selectAll().where('value', '=', email).executeTakeFirstOrThrow();
  await q
    .insertInto('identifiers')
    .values({ ...identifier, kind: 'username', value: 'lin-xiao', shown: 'lin-xiao' })
    .execute();
  const at = app.clock.now();
  const sent = { id: newId(), account_id: id, at, expires_at: at, channel: 'email', kind: 'login', target: 'x' } as const;
  await q
    .insertInto('sent_messages')
    .values({ ...sent, reference: 'Q7K2-9DMX', state: 'sent' })
    .execute();
  const { clientId } = await registerClient(app, { subject: 'pairwise' });
  const consent = { account_id: id, client_id: clientId, scopes: 'openid', more: '' };
  await q
    .insertInto('openid_consents')
    .values({ ...consent, authorized_at: at, last_used_at: at, subject: 's'.repeat(22) })
    .execute();
  known = {
    phone: contact,
    email,
    username: 'lin-xiao',
    number: account.number,
    reference: 'Q7K2-9DMX',
    device: newId(),
    app: 'app-unknown',
    subject: `${clientId}:${'s'.repeat(22)}`,
  };
});

afterAll(() => app.close());

/** Where a text of a kind is looked up. */
const tableOf = {
  phone: '"identifiers"',
  email: '"identifiers"',
  username: '"identifiers"',
  number: '"accounts"',
  reference: '"sent_messages"',
  device: '"devices"',
  app: '"openid_clients"',
  subject: '"openid_consents"',
} as const satisfies Record<FindKind, string>;

it('knows a text of every kind', () => {
  for (const kind of findKinds) expect([kind, ...findKindsOf(known[kind])]).toContain(kind);
});

it.each(findKinds)('by %s reads no table from end to end', async (kind) => {
  const noted = await noteStatements(async () => {
    const { code, data } = await desk.post<{ kind: string }>('/person/find', {
      text: known[kind],
      reason: 'asked',
      caseRef: 'CS-4711',
    });
    expect([code, data.kind]).toEqual([200, kind === 'device' || kind === 'app' ? '' : kind]);
  });
  // Counts of calls are in a separate file on SQLite, and grow only with the calls of an hour.
  // Jobs of the server clear the outbox meanwhile.
  const ofAccounts = noted.filter((text) => /^(?:select|update|with)\b/i.test(text) && !/rate_windows|"outbox"/.test(text));
  const plans = await Promise.all(ofAccounts.map(async (text) => [text, await planForAny(app.db, text)] as const));
  expect(noted.filter((text) => text.includes(tableOf[kind]))).not.toEqual([]);
  // The members of staff are few, and are read in the order of their names.
  const whole = app.db.engine === 'postgres' ? /Seq Scan on (?!staff")/ : /"SCAN (?!CONSTANT ROW|staff USING INDEX)/;
  expect(plans.filter(([, plan]) => whole.test(plan))).toEqual([]);
});
