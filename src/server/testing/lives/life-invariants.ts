import { legacyPassword } from '#server/testing/people/legacy.ts';
import { contactOf, isAwaited, type LifeModel, type LifeSystem, type ModelAccount, type ModelLegacy } from './life-model.ts';
import { expectCode, isUsable } from './life-step.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/**
 * Invariants after every step: one owner of each contact, a proven way in, the current password, deletions in one
 * state, dead tombstones, only the id of erased people, and no account without a creator.
 */
export async function checkInvariants(model: LifeModel, system: LifeSystem): Promise<void> {
  const { app, before } = system;
  const { accounts, gone, legacy } = model;
  equal(await countAccounts(app), before + accounts.length + gone.length, 'the number of accounts');
  await checkAccounts(model, app);
  await checkDeletions(model, app);
  for (const one of legacy) await checkLegacy(one, app);
  for (const account of accounts) await checkSignIn(account, system);
}

export async function countAccounts({ db }: TestApp): Promise<number> {
  const { n } = await db
    .q()
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function checkAccounts(model: LifeModel, { db, clock }: TestApp): Promise<void> {
  const ids = [...model.accounts.map(({ id }) => id), ...model.gone];
  if (ids.length === 0) return;
  const rows = await db.q().selectFrom('accounts').select(['id', 'state', 'legacy_offered']).where('id', 'in', ids).execute();
  const identifiers = await db
    .q()
    .selectFrom('identifiers')
    .select(['account_id', 'kind', 'value', 'verified_at'])
    .where('account_id', 'in', ids)
    .execute();
  for (const { id, phone, email, dueAt } of model.accounts) {
    const row = rows.find((each) => each.id === id);
    const own = identifiers.filter(({ account_id: accountId }) => accountId === id);
    const valueOf = (kind: string) => own.find((each) => each.kind === kind)?.value ?? null;
    equal(row?.state, dueAt === null ? 'active' : 'deleting', 'the state of an account');
    equal(valueOf('phone'), phone, 'the phone of an account');
    equal(valueOf('email'), email, 'the email of an account');
    equal(
      own.some(({ verified_at: at }) => at !== null),
      true,
      'a proven way in',
    );
    // Past its date it is nobody's: no merge finds it, and nobody sees its offer.
    if (dueAt !== null && dueAt <= clock.now()) continue;
    const isOffered = [phone, email].some((contact) => contact !== null && isAwaited(model, contact));
    equal(row?.legacy_offered, isOffered ? 1 : 0, 'the offer of an upgrade');
  }
  for (const id of model.gone) equal(rows.find((row) => row.id === id)?.state, 'purged', 'the state of an erased account');
  equal(identifiers.filter(({ account_id: id }) => model.gone.includes(id)).length, 0, 'identifiers of erased accounts');
  const live = await db
    .q()
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .where('account_id', 'in', ids)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('accounts.state', '<>', 'active'), eb('sessions.credential_epoch', '<>', eb.ref('accounts.credential_epoch'))]),
    )
    .execute();
  equal(live.length, 0, 'live sessions of an account that is not active, or of another epoch');
}

async function checkDeletions({ accounts, gone }: LifeModel, { db }: TestApp): Promise<void> {
  const ids = [...accounts.map(({ id }) => id), ...gone];
  if (ids.length === 0) return;
  const rows = await db.q().selectFrom('deletions').select(['account_id', 'state', 'due_at']).where('account_id', 'in', ids).execute();
  for (const { id, dueAt } of accounts) {
    const open = rows.filter(({ account_id: accountId, state }) => accountId === id && state !== 'withdrawn');
    equal(
      open.map(({ state, due_at: at }) => `${state} ${at}`).join(),
      dueAt === null ? '' : `pending ${dueAt}`,
      'the deletion of an account',
    );
  }
  for (const id of gone) {
    const ended = rows.filter(({ account_id: accountId, state }) => accountId === id && state !== 'withdrawn');
    equal(ended.map(({ state }) => state).join(), 'purged', 'the deletion of an erased account');
  }
  if (gone.length === 0) return;
  const receipts = await db.q().selectFrom('erasure_receipts').select('account_id').where('account_id', 'in', gone).execute();
  equal(
    receipts
      .map(({ account_id: id }) => id)
      .toSorted()
      .join(),
    gone.toSorted().join(),
    'one receipt for each erased account',
  );
  for (const table of [
    'sessions',
    'reserved_identifiers',
    'upgrade_tickets',
    'legacy_merges',
    'links',
    'page_tickets',
    'consent_ledger',
    'known_browsers',
  ] as const) {
    const left = await db.q().selectFrom(table).select('account_id').where('account_id', 'in', gone).execute();
    equal(left.length, 0, `rows of erased accounts in ${table}`);
  }
}

async function checkLegacy({ old, state, accountId }: ModelLegacy, { db, wiring }: TestApp): Promise<void> {
  const source = wiring.keyring.mac('legacy-source', old.id);
  const row = await db.q().selectFrom('legacy_accounts').selectAll().where('source_hash', '=', source).executeTakeFirstOrThrow();
  equal(row.state, state, 'the state of a legacy account');
  equal(row.account_id, accountId, 'the account that a legacy account went to');
  equal(row.sealed === '' && state === 'waiting', false, 'a legacy account that waits is whole');
  equal(row.sealed !== '' && state === 'upgraded', false, 'an upgraded legacy account is forgotten');
}

/** The current password signs in to the account, unless it is being deleted. */
async function checkSignIn(account: ModelAccount, { app, browser }: LifeSystem): Promise<void> {
  const isDue = account.dueAt !== null && account.dueAt <= app.clock.now();
  if (account.password === null || isDue) return;
  const asked = browser.post('/login/password', { account: contactOf(account), password: account.password });
  await expectCode(asked, isUsable(account) ? 200 : 3002);
}

/** A waiting legacy account cannot be signed in to, and its password leads to the upgrade. */
export async function checkWaiting({ legacy }: LifeModel, { browser }: LifeSystem): Promise<void> {
  for (const { old, state } of legacy) {
    if (state === 'waiting') await expectCode(browser.post('/login/password', { account: old.username, password: legacyPassword }), 1020);
  }
}

function equal(is: unknown, due: unknown, what: string): void {
  if (is !== due) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(due)}`);
}
