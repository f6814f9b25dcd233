import { type Compilable, type Kysely, type RawBuilder, type SelectType, sql } from 'kysely';
import type { Db, SqlValue } from './db.ts';
import { lockName } from './lock-name.ts';
import { endOf, widestLength, type StrangerBudget, type StrangerSource } from './stranger-rows.ts';
import type { DeliveryFailure } from '#server/platform/outbox/undeliverable.ts';
import type { Database, OutboxTable } from './schema.ts';

/**
 * Every conditional change that security rests on: single use, exact counters, state transitions. Each is one statement whose
 * `where` holds the condition and whose row count tells who won, so that racers cannot pass a check together. The types of all
 * other queries do not allow to update these columns.
 */

type Unguarded = { [T in keyof Database]: { [C in keyof Database[T]]: SelectType<Database[T][C]> } };

function unguarded(db: Db): Kysely<Unguarded> {
  return db.q();
}

/** A query that a sign-in makes: compiled once for each database, because building it costs more than running it. */
function prepared<P extends Record<string, SqlValue>, Row>(
  build: (q: Kysely<Unguarded>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
): (db: Db, params: P) => Promise<Row[]> {
  const kept = new WeakMap<Db, (params: P) => Promise<Row[]>>();
  return (db, params) => {
    let run = kept.get(db);
    if (run === undefined) kept.set(db, (run = db.prepare<P, Row>((q, param) => build(q, param))));
    return run(params);
  };
}

interface Changed {
  readonly numUpdatedRows: bigint;
}

function won({ numUpdatedRows }: Changed): boolean {
  return numUpdatedRows === 1n;
}

/** Spends a one-time code: true for exactly one caller, and only while the code is live. Call it in the transaction of the effect. */
export async function claimCode(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('codes')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Counts a try of a live code before the comparison: true for at most `limit` callers in all. It commits by itself, so that no
 * rollback gives the try back.
 * @throws {Error} inside a transaction
 */
export async function countCodeTry(
  db: Db,
  { id, limit, at }: { readonly id: string; readonly limit: number; readonly at: number },
): Promise<boolean> {
  assertOutsideTransaction(db, 'countCodeTry');
  return won(
    await unguarded(db)
      .updateTable('codes')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('attempts', '<', limit)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

export interface CodeBinding {
  readonly scene: string;
  readonly channel: 'sms' | 'email';
  readonly targetHash: string;
  readonly holder: string;
}

/** Ends the live codes of one binding, because a newer one replaces them. */
export async function voidCodes(db: Db, { scene, channel, targetHash, holder, at }: CodeBinding & { readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ voided_at: at })
    .where('target_hash', '=', targetHash)
    .where('scene', '=', scene)
    .where('channel', '=', channel)
    .where('holder', '=', holder)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/** Ends all live codes of a holder, because the credentials of the account have changed. */
export async function voidAccountCodes(db: Db, holder: string, at: number): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ voided_at: at })
    .where('holder', '=', holder)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/** Ends all live codes that went to a phone or an email, whoever asked for them, because the account behind it has new credentials. */
export async function voidTargetCodes(db: Db, { targetHash, at }: { readonly targetHash: string; readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ voided_at: at })
    .where('target_hash', '=', targetHash)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/**
 * Ends a live code whose message did not leave, and notes why: false for one whose holder must not learn it, for one that is over anyway,
 * and for a message that is no code.
 */
export async function refuseCode(
  db: Db,
  { id, failure, at }: { readonly id: string; readonly failure: DeliveryFailure; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('codes')
      .set({ failure, voided_at: at })
      .where('id', '=', id)
      .where('tells_failure', '=', 1)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes that a message that left did not arrive, by a report that may be wrong: the code stays good and counts as sent. */
export async function noteUndelivered(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ failure: 'undelivered' })
    .where('id', '=', id)
    .where('tells_failure', '=', 1)
    .where('failure', 'is', null)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}

/** Takes the one telling of a failed message: true for one caller. */
export async function tellFailure(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('codes')
      .set({ failure_told_at: at })
      .where('id', '=', id)
      .where('failure', 'is not', null)
      .where('failure_told_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Whether the message is a code that nobody can use any more. */
export async function codeIsOver(db: Db, id: string): Promise<boolean> {
  const row = await unguarded(db).selectFrom('codes').select(['used_at', 'voided_at']).where('id', '=', id).executeTakeFirst();
  return row !== undefined && (row.used_at !== null || row.voided_at !== null);
}

/** Claims a single-use thing that comes from outside: true for the first caller, false for ever after. */
export async function claimOnce(
  db: Db,
  { kind, id, at, expiresAt }: { readonly kind: string; readonly id: string; readonly at: number; readonly expiresAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await unguarded(db)
    .insertInto('claims')
    .values({ kind, id, claimed_at: at, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const endLiveSession = prepared<{ id: string; at: number }, { readonly id: string }>((q, param) =>
  q
    .updateTable('sessions')
    .set({ ended_at: param('at') })
    .where('id', '=', param('id'))
    .where('ended_at', 'is', null)
    .returning('id'),
);

/** Ends a session: true for the caller that ended it. */
export async function endSession(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return (await endLiveSession(db, { id, at })).length === 1;
}

/** Ends the sessions of an account, all or all but one, and tells how many there were. */
export async function endAccountSessions(
  db: Db,
  { accountId, except, at }: { readonly accountId: string; readonly except?: string | undefined; readonly at: number },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Notes until when the proof of identity made in this session holds; null ends it. */
export async function setVerifiedUntil(
  db: Db,
  { sessionId, until }: { readonly sessionId: string; readonly until: number | null },
): Promise<void> {
  await unguarded(db)
    .updateTable('sessions')
    .set({ verified_until: until })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Makes everything that carries the old epoch dead, and returns the new one. */
export async function raiseCredentialEpoch(db: Db, accountId: string): Promise<number> {
  const { credential_epoch } = await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ credential_epoch: eb('credential_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .returning('credential_epoch')
    .executeTakeFirstOrThrow();
  return credential_epoch;
}

/**
 * The account's state and epoch as they are now; in the caller's transaction nobody else changes the account until that ends. A
 * change of credentials starts with it, so that of two at once the second sees what the first has done.
 */
export async function lockAccount(
  db: Db,
  id: string,
): Promise<{ readonly state: AccountState; readonly credentialEpoch: number } | undefined> {
  const row = await unguarded(db)
    .selectFrom('accounts')
    .select(['state', 'credential_epoch'])
    .where('id', '=', id)
    // Rows that only refer to the account, such as a new session, may still be written by others.
    .$if(db.engine === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && { state: row.state, credentialEpoch: row.credential_epoch };
}

/** Spends a proof: true for exactly one caller, and only while it is alive. Call it in the transaction of the effect. */
export async function spendProof(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('proofs')
      .set({ spent_at: at })
      .where('id', '=', id)
      .where('spent_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Makes a proof good for one action alone: false for one that is spent, expired or good for another. */
export async function dedicateProof(
  db: Db,
  { id, action, at }: { readonly id: string; readonly action: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('proofs')
      .set({ action })
      .where('id', '=', id)
      .where('action', 'in', ['', action])
      .where('spent_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Takes the phone or the email away from an account that keeps the other one: false, and nothing changes, for the last of them. Nobody
 * else changes the account until the caller's transaction ends, so that two at once do not each count on the other's.
 */
export async function removeContact(
  db: Db,
  { accountId, kind }: { readonly accountId: string; readonly kind: 'phone' | 'email' },
): Promise<boolean> {
  await lockAccount(db, accountId);
  const { numDeletedRows } = await unguarded(db)
    .deleteFrom('identifiers')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('identifiers as other')
          .select('other.value')
          .where('other.account_id', '=', accountId)
          .where('other.kind', '=', kind === 'phone' ? 'email' : 'phone')
          .where('other.verified_at', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Takes the unspent proofs of a session along to the one that follows it. */
export async function moveProofs(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await unguarded(db).updateTable('proofs').set({ session_id: to }).where('session_id', '=', from).where('spent_at', 'is', null).execute();
}

/** Raises the epoch of every account between two ids, so that what was made before is dead; `after` is not in it. Returns how many there were. */
export async function raiseCredentialEpochs(
  db: Db,
  { after, through }: { readonly after: string; readonly through: string },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ credential_epoch: eb('credential_epoch', '+', 1) }))
    .where('id', '>', after)
    .where('id', '<=', through)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export type LinkKind = Unguarded['links']['kind'];

/** Spends a mailed link: true for exactly one caller, and only while it is alive. Call it in the transaction of the effect. */
export async function claimLink(
  db: Db,
  { id, kind, at }: { readonly id: string; readonly kind: LinkKind; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('links')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends the live links of an account, or those made at a time or later. */
export async function voidLinks(
  db: Db,
  {
    accountId,
    kinds,
    since = 0,
    at,
  }: { readonly accountId: string; readonly kinds: readonly LinkKind[]; readonly since?: number; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('links')
    .set({ voided_at: at })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('created_at', '>=', since)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/** Tells caches that what metainfo shows has changed. */
export async function raiseVersion(db: Db, accountId: string): Promise<void> {
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute();
}

export type AccountState = Unguarded['accounts']['state'];

/** Moves an account from one state to another: true for the one caller that found it in `from`. */
export async function transitionAccount(
  db: Db,
  { id, from, to }: { readonly id: string; readonly from: AccountState; readonly to: AccountState },
): Promise<boolean> {
  return won(
    await unguarded(db).updateTable('accounts').set({ state: to }).where('id', '=', id).where('state', '=', from).executeTakeFirstOrThrow(),
  );
}

/** All columns of an account but those that no two accounts share, and those that only ever move on. */
export type BlankAccount = Omit<Unguarded['accounts'], 'id' | 'number' | 'state' | 'credential_epoch'>;

/**
 * Puts this in the place of all that an account's row holds, and makes it a purged one: true for the one caller that found it being deleted, or
 * purged by a version that left more. Its id stays, so that what refers to it still does, and its epoch rises.
 */
export async function blankAccount(
  db: Db,
  { id, from, row }: { readonly id: string; readonly from: 'deleting' | 'purged'; readonly row: BlankAccount },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      // Never given again, and nothing that the person has seen.
      .set((eb) => ({ ...row, number: id, state: 'purged', credential_epoch: eb('credential_epoch', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );
}

/** Takes the change of nickname that is due: true when the last one was at `notBefore` or earlier, or never. */
export async function takeNicknameChange(
  db: Db,
  { accountId, at, notBefore }: { readonly accountId: string; readonly at: number; readonly notBefore: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set({ nickname_changed_at: at })
      .where('id', '=', accountId)
      .where((eb) => eb.or([eb('nickname_changed_at', 'is', null), eb('nickname_changed_at', '<=', notBefore)]))
      .executeTakeFirstOrThrow(),
  );
}

/** Takes the only change of username that an account has. */
export async function takeUsernameChange(db: Db, accountId: string): Promise<boolean> {
  return await takeOnlyChange(db, 'username_changes', accountId);
}

/** Takes the only change of region that an account has. */
export async function takeRegionChange(db: Db, accountId: string): Promise<boolean> {
  return await takeOnlyChange(db, 'region_changes', accountId);
}

async function takeOnlyChange(db: Db, column: 'username_changes' | 'region_changes', accountId: string): Promise<boolean> {
  return won(
    await unguarded(db).updateTable('accounts').set(column, 1).where('id', '=', accountId).where(column, '=', 0).executeTakeFirstOrThrow(),
  );
}

/**
 * From how many failures on a try is blocked, and for how long: [failures, milliseconds], ascending. The last pair that is
 * reached counts.
 */
export type BlockSchedule = readonly (readonly [failures: number, blockMs: number])[];

export interface FailureRule {
  readonly key: string;
  readonly at: number;
  /** Failures are forgotten this long after the first of them, or after the last block ended. */
  readonly windowMs: number;
  readonly schedule: BlockSchedule;
}

export interface Failures {
  readonly failures: number;
  readonly firstAt: number;
  readonly blockedUntil: number;
}

/** Counts a failure. Failures at the same moment are all counted. */
export async function recordFailure(db: Db, rule: FailureRule): Promise<Failures> {
  const [row] = await failureUpsert(db, rule).execute();
  if (row === undefined) {
    throw new Error('a failure was not recorded');
  }
  return failuresOf(row);
}

/**
 * Counts a try before it is made, unless the key is blocked: of racers exactly as many are admitted as the schedule says. A try
 * that succeeds clears the key. It commits by itself, so that no rollback gives the try back.
 * @throws {Error} inside a transaction
 */
export async function admitTry(db: Db, rule: FailureRule): Promise<Failures & { readonly admitted: boolean }> {
  assertOutsideTransaction(db, 'admitTry');
  const [row] = await failureUpsert(db, rule, 'unlessBlocked').execute();
  if (row !== undefined) {
    return { ...failuresOf(row), admitted: true };
  }
  const blocked = await readFailures(db, rule.key);
  return { failures: 0, firstAt: rule.at, blockedUntil: rule.at, ...blocked, admitted: false };
}

const failuresByKey = prepared<{ key: string }, Unguarded['failures']>((q, param) =>
  q.selectFrom('failures').selectAll().where('key', '=', param('key')),
);

/** The failures since the last success, or undefined when there are none. Old ones count until the next one is recorded. */
export async function readFailures(db: Db, key: string): Promise<Failures | undefined> {
  const [row] = await failuresByKey(db, { key });
  return row && failuresOf(row);
}

/** Forgets the failures of a key, because a try has succeeded. */
export async function clearFailures(db: Db, key: string): Promise<void> {
  await unguarded(db).deleteFrom('failures').where('key', '=', key).execute();
}

/** Forgets the failures of `key` and of `key:browser` for every browser that is known to the account. */
export async function clearFailuresOfBrowsers(
  db: Db,
  { key, accountId }: { readonly key: string; readonly accountId: string },
): Promise<void> {
  await unguarded(db)
    .deleteFrom('failures')
    .where((eb) =>
      eb.or([
        eb('key', '=', key),
        eb(
          'key',
          'in',
          eb
            .selectFrom('known_browsers')
            .select(sql<string>`${`${key}:`} || browser`.as('key'))
            .where('account_id', '=', accountId),
        ),
      ]),
    )
    .execute();
}

function failuresOf(row: Unguarded['failures']): Failures {
  return { failures: row.failures, firstAt: row.first_at, blockedUntil: row.blocked_until };
}

function failureUpsert(db: Db, { key, at, windowMs, schedule }: FailureRule, condition?: 'unlessBlocked') {
  const forgotten = sql<boolean>`failures.first_at <= ${at - windowMs} and failures.blocked_until <= ${at - windowMs}`;
  const count = sql<number>`case when ${forgotten} then 1 else failures.failures + 1 end`;
  const steps = schedule.toReversed().map(([failures, blockMs]) => sql`when (${count}) >= ${failures} then ${bigint(at + blockMs)}`);
  const blockedUntil = steps.length === 0 ? sql<number>`0` : sql<number>`case ${sql.join(steps, sql` `)} else 0 end`;
  return unguarded(db)
    .insertInto('failures')
    .values({ key, failures: 1, first_at: at, blocked_until: blockAfter(1, at, schedule) })
    .onConflict((conflict) => {
      const update = conflict.column('key').doUpdateSet({
        failures: count,
        first_at: sql<number>`case when ${forgotten} then ${bigint(at)} else failures.first_at end`,
        blocked_until: blockedUntil,
      });
      return condition === 'unlessBlocked' ? update.where('failures.blocked_until', '<=', at) : update;
    })
    .returningAll();
}

function blockAfter(failures: number, at: number, schedule: BlockSchedule): number {
  const [, blockMs] = schedule.findLast(([from]) => failures >= from) ?? [];
  return blockMs === undefined ? 0 : at + blockMs;
}

/** PostgreSQL takes a parameter in a `case` for text unless told otherwise. */
function bigint(value: number) {
  return sql<number>`cast(${value} as bigint)`;
}

export type OutboxRow = Pick<Unguarded['outbox'], keyof OutboxTable>;

/** Leases messages of a channel that are due: two workers never hold the same one, and a lease that runs out lets the next worker try. */
export async function leaseOutbox(
  db: Db,
  {
    channel,
    at,
    leaseMs,
    limit,
  }: { readonly channel: OutboxRow['channel']; readonly at: number; readonly leaseMs: number; readonly limit: number },
): Promise<OutboxRow[]> {
  const rows = await unguarded(db)
    .updateTable('outbox')
    .set((eb) => ({ leased_until: at + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('channel', '=', channel)
        .where('not_before', '<=', at)
        .where('leased_until', '<=', at)
        .where('expires_at', '>', at)
        .orderBy('not_before')
        .orderBy('id')
        .limit(limit)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.created_at - b.created_at);
}

/** Notes that a message has taken its place in the budget of the site, so that no later try takes another. */
export async function noteCounted(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db).updateTable('outbox').set({ counted_at: at }).where('id', '=', id).where('counted_at', 'is', null).execute();
}

/** Renews a lease. False where it was not held any more: the message has gone, or another worker has taken it. */
export async function renewOutbox(
  db: Db,
  { id, leasedUntil, until }: { readonly id: string; readonly leasedUntil: number; readonly until: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('outbox')
      .set({ leased_until: until })
      .where('id', '=', id)
      .where('leased_until', '=', leasedUntil)
      .executeTakeFirst(),
  );
}

/** Gives a leased message back for a later try, unless its lease has run out and another worker holds it. */
export async function retryOutbox(
  db: Db,
  { id, leasedUntil, notBefore }: { readonly id: string; readonly leasedUntil: number; readonly notBefore: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('outbox')
    .set({ leased_until: 0, not_before: notBefore })
    .where('id', '=', id)
    .where('leased_until', '=', leasedUntil)
    .execute();
}

function assertOutsideTransaction(db: Db, name: string): void {
  if (db.inTransaction) {
    throw new Error(`${name} inside a transaction: a rollback would give the try back`);
  }
}

export interface UploadHolder {
  readonly accountId: string;
  readonly sessionId: string;
  readonly at: number;
}

/** Notes where the bytes of an upload are: true for the first that comes, while the ticket is live and in its holder's hand. */
export async function receiveUpload(
  db: Db,
  { id, file, accountId, sessionId, at }: UploadHolder & { readonly id: string; readonly file: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('uploads')
      .set({ file })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .where('file', 'is', null)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Spends an upload's ticket: the upload for exactly one caller, its holder, while it is live; `file` is null when nothing has come. */
export async function claimUpload(
  db: Db,
  { ticketHash, accountId, sessionId, at }: UploadHolder & { readonly ticketHash: string },
): Promise<{ readonly file: string | null } | undefined> {
  return await unguarded(db)
    .updateTable('uploads')
    .set({ used_at: at })
    .where('ticket_hash', '=', ticketHash)
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('file')
    .executeTakeFirst();
}

/** Spends a ticket: true for exactly one caller, and only while it is alive. */
export async function claimPageTicket(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('page_tickets')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Withdraws the pending request of an account: true for the one caller that was in time. */
export async function withdrawDeletionRow(
  db: Db,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('deletions')
      .set({ state: 'withdrawn', ended_at: at })
      .where('account_id', '=', accountId)
      .where('state', '=', 'pending')
      .where('due_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

export type DeletionRow = Unguarded['deletions'];

/**
 * Takes one deletion that is due, or one that somebody has left half done: from here on it cannot be withdrawn. Two instances never
 * hold the same one; a lease that runs out lets the next try.
 */
export async function leaseDeletion(
  db: Db,
  { at, leaseMs }: { readonly at: number; readonly leaseMs: number },
): Promise<DeletionRow | undefined> {
  return await unguarded(db)
    .updateTable('deletions')
    .set({ state: 'purging', leased_until: at + leaseMs })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deletions')
        .select('id')
        .where('state', 'in', ['pending', 'purging'])
        .where('due_at', '<=', at)
        .where('leased_until', '<=', at)
        .orderBy('leased_until')
        .orderBy('due_at')
        .limit(1)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Ends a deletion and forgets what the person told: true for the one caller that found it being carried out. */
export async function finishDeletion(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('deletions')
      .set({ state: 'purged', ended_at: at, channel: '', reason: '', detail: '' })
      .where('id', '=', id)
      .where('state', '=', 'purging')
      .executeTakeFirstOrThrow(),
  );
}

/** The number of reminders of a deletion whose date is another than its owner was told. */
export const toldOtherDate = -1;

/**
 * Gives pending deletions another date, of which the owner is still to be told: that of one account, or without it all of them. How many there
 * were. Only for a restored database that nobody serves yet: a date that was told is a promise.
 */
export async function restartDeletions(
  db: Db,
  { accountId, dueAt }: { readonly accountId?: string; readonly dueAt: number },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('deletions')
    .set({ due_at: dueAt, reminders: toldOtherDate })
    .where('state', '=', 'pending')
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Takes the reminder with this number for a pending deletion that is due before then: each request for exactly one caller. */
export async function takeReminder(
  db: Db,
  { number, dueBefore, at }: { readonly number: number; readonly dueBefore: number; readonly at: number },
): Promise<DeletionRow | undefined> {
  return await unguarded(db)
    .updateTable('deletions')
    .set({ reminders: number })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deletions')
        .select('id')
        .where('state', '=', 'pending')
        .where('due_at', '<=', dueBefore)
        .where('due_at', '>', at)
        .where('reminders', '<', number)
        .orderBy('due_at')
        .limit(1)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** What a person left for a platform with. */
export interface SocialState {
  readonly app: string;
  /** '' for a sign-in. */
  readonly accountId: string;
  readonly redirect: string;
}

/**
 * Spends the state of a person who came back: for exactly one caller, in the browser that left, while it is live.
 * Nothing of it is left, so that who comes back makes room for the next of their network.
 */
export async function claimSocialState(
  db: Db,
  { id, platform, visitor, at }: { readonly id: string; readonly platform: string; readonly visitor: string; readonly at: number },
): Promise<SocialState | undefined> {
  const row = await unguarded(db)
    .deleteFrom('social_states')
    .where('id', '=', id)
    .where('platform', '=', platform)
    .where('visitor', '=', visitor)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['app', 'account_id', 'redirect'])
    .executeTakeFirst();
  return row && { app: row.app, accountId: row.account_id, redirect: row.redirect };
}

/** Spends the key of a social account that waits: true for exactly one caller, while it is live. Call it in the transaction of the effect. */
export async function claimPendingIdentity(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('pending_identities')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Takes a social account away from an account that keeps a phone or an email, by which it is signed in to and recovered: false, and nothing
 * changes, for one without. Nobody else changes the account until the caller's transaction ends.
 */
export async function removeBinding(
  db: Db,
  { accountId, platform }: { readonly accountId: string; readonly platform: string },
): Promise<boolean> {
  await lockAccount(db, accountId);
  const { numDeletedRows } = await unguarded(db)
    .deleteFrom('bindings')
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('identifiers')
          .select('identifiers.value')
          .where('identifiers.account_id', '=', accountId)
          .where('identifiers.kind', 'in', ['phone', 'email'])
          .where('identifiers.verified_at', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Consumes a code or token of the OpenID provider: true for exactly one caller. */
export async function consumeOpenidRecord(
  db: Db,
  { model, id, at }: { readonly model: string; readonly id: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ consumed_at: at })
      .where('model', '=', model)
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes that a device asks about its code: false when it asked less than `intervalMs` ago. */
export async function pollDeviceCode(
  db: Db,
  { id, at, intervalMs }: { readonly id: string; readonly at: number; readonly intervalMs: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ polled_at: at })
      .where('model', '=', 'DeviceCode')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<=', at - intervalMs)]))
      .executeTakeFirstOrThrow(),
  );
}

/** Takes the only decision about a device's code, in the transaction of its effect: true for the one caller that came first in time. */
export async function decideDeviceCode(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ decided_at: at })
      .where('model', '=', 'DeviceCode')
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** A row that somebody without a session has just made, in the transaction that made it. */
export interface StrangerRow {
  /** Of a row that the OpenID provider keeps. */
  readonly model?: string;
  readonly id: string;
  readonly source: StrangerSource;
  /** Of a row that the OpenID provider keeps. */
  readonly bytes?: number;
}

/** A set of rows that may have so many. */
interface Room {
  readonly within: RawBuilder<boolean>;
  readonly most: number;
  /** What it is divided into, to find who has the most; undefined for a room of one source. */
  readonly parts: 'sources' | 'widestNetworks' | undefined;
}

/** The rows of the whole site are counted in so many lots: one would make everybody wait for everybody. */
const lots = 64;

/**
 * Counts a row for the networks that it came from and for the site. Where one has its most, the oldest goes of whoever
 * in it has the most, or false: then the caller's transaction must not commit. Exact, because those who count for one
 * network or lot come one after the other.
 */
export async function takeStrangerPlace(db: Db, budget: StrangerBudget, { model, id, source, bytes }: StrangerRow): Promise<boolean> {
  if (!db.inTransaction) throw new Error('A row of a stranger is counted in the transaction that makes it.');
  const table = sql.table(budget.table);
  const row = model === undefined ? sql`id = ${id}` : sql`model = ${model} and id = ${id}`;
  const lot = id.slice(0, 1);
  // Always in this order, so that nobody waits for each other.
  await lockName(db, `strangers:${source.text.slice(0, widestLength)}`);
  await lockName(db, `strangers:${budget.mark}:${lot}`);
  const rooms: Room[] = [
    ...source.networks.map(({ prefix, most }): Room => {
      const isSmallest = prefix === source.text;
      return isSmallest
        ? { within: sql`source = ${prefix}`, most, parts: undefined }
        : { within: sourceWithin(prefix), most, parts: 'sources' };
    }),
    {
      within: sql<boolean>`substr(id, 1, 1) = ${lot} and ${sourceWithin(budget.mark)}`,
      most: Math.floor(budget.site / lots),
      parts: 'widestNetworks',
    },
  ];
  for (let full = await fullRoom(db, table, rooms); full !== undefined; full = await fullRoom(db, table, rooms)) {
    if (budget.beyond === 'refused' || !(await removeOldest(db, table, full))) return false;
  }
  const size = bytes === undefined ? sql`` : sql`, bytes = ${bytes}`;
  await sql`update ${table} set source = ${source.text}${size} where ${row}`.execute(db.q());
  return true;
}

/** Lets a row count for the account of somebody who has signed in, and no longer for the network. */
export async function leaveStrangerPlace(db: Db, { model, id }: { readonly model: string; readonly id: string }): Promise<void> {
  await unguarded(db)
    .updateTable('openid_records')
    .set({ source: null, bytes: 0 })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('source', 'is not', null)
    .execute();
}

/** Written with comparisons that both databases know to be an index's. */
function sourceWithin(prefix: string): RawBuilder<boolean> {
  return sql<boolean>`source >= ${prefix} and source < ${endOf(prefix)}`;
}

async function fullRoom(db: Db, table: RawBuilder<unknown>, rooms: readonly Room[]): Promise<Room | undefined> {
  const counts = rooms.map(
    ({ within, most }, index) =>
      sql`(select count(*) from (select 1 from ${table} where ${within} limit ${most}) as counted) as ${sql.ref(`room${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db.q());
  return rooms.find(({ most }, index) => Number(rows[0]?.[`room${index}`]) >= most);
}

/** Removes the oldest row of the part that has the most; false where others are at all that could go. */
async function removeOldest(db: Db, table: RawBuilder<unknown>, { within, parts }: Room): Promise<boolean> {
  let part = within;
  if (parts !== undefined) {
    const name = parts === 'sources' ? sql`source` : sql`substr(source, 1, ${sql.lit(widestLength)})`;
    const most = sql<{ part: string }>`
      select ${name} as part from ${table} where ${within} group by ${name} order by count(*) desc, part limit 1`;
    const [largest] = (await most.execute(db.q())).rows;
    if (largest === undefined) return false;
    part = parts === 'sources' ? sql`source = ${largest.part}` : sql`${within} and ${sourceWithin(largest.part)}`;
  }
  // One that is being removed or signed in to by others is left to them: nobody waits while holding what they wait for.
  const free = db.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const oldest = sql`select id from ${table} where ${part} order by expires_at limit 1 ${free}`;
  const { numAffectedRows } = await sql`delete from ${table} where ${part} and id = (${oldest})`.execute(db.q());
  return numAffectedRows === 1n;
}

/** Lets the provider's sessions that stand on a browser session follow it to its new id. */
export async function moveOpenidSessions(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await unguarded(db).updateTable('openid_records').set({ session_id: to }).where('session_id', '=', from).execute();
}

/** Leases the telling of clients about an ended session, for one worker: counts the try, and lets nobody else try before `until`. */
export async function leaseSessionEnd(
  db: Db,
  { id, at, until }: { readonly id: string; readonly at: number; readonly until: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set((eb) => ({ told_at: until, tries: eb('tries', '+', 1) }))
      .where('model', '=', 'Session')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('told_at', 'is', null), eb('told_at', '<=', at)]))
      .executeTakeFirstOrThrow(),
  );
}

/** Ends a device of an account: true for the caller that ended it. */
export async function endDevice(
  db: Db,
  { id, accountId, at }: { readonly id: string; readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('devices')
      .set({ ended_at: at })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Makes a waiting legacy account a tombstone: true for the one caller whose account it goes to. Call it in the transaction of the effect. */
export async function settleLegacy(
  db: Db,
  { id, to, accountId, at }: { readonly id: string; readonly to: 'upgraded' | 'merged'; readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('legacy_accounts')
      .set({ state: to, account_id: accountId, settled_at: at })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  );
}

/** Lets a legacy account that was merged wait again: true for the caller that found it merged into that account. */
export async function reopenLegacy(db: Db, { id, accountId }: { readonly id: string; readonly accountId: string }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('legacy_accounts')
      .set({ state: 'waiting', account_id: null, settled_at: null })
      .where('id', '=', id)
      .where('state', '=', 'merged')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  );
}

/** Spends the way back of a merge: true for exactly one caller, and only until its time is over. */
export async function claimMergeUndo(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('legacy_merges')
      .set({ undone_at: at })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .where('undo_until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Spends a ticket of an upgrade: true for exactly one caller, its holder, while it is live. Call it in the transaction of the effect. */
export async function claimUpgradeTicket(
  db: Db,
  { id, holder, at }: { readonly id: string; readonly holder: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('upgrade_tickets')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes whether the account is offered an upgrade; its version is raised where that is news. */
export async function setLegacyOffered(db: Db, { accountId, isOffered }: { readonly accountId: string; readonly isOffered: boolean }) {
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ legacy_offered: isOffered ? 1 : 0, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where('legacy_offered', '=', isOffered ? 0 : 1)
    .execute();
}

/** Puts rows of the trail under a seal, each once and for ever; returns how many were under none. */
export async function sealAuditRows(db: Db, { seal, ids }: { readonly seal: number; readonly ids: readonly string[] }): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('audit')
    .set({ seal })
    .where('id', 'in', ids)
    .where('seal', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Notes that a root key seals from now on, or still does: whatever was said of its end before no longer holds. */
export async function noteRootKey(
  db: Db,
  { name, position, at }: { readonly name: string; readonly position: number; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .insertInto('root_keys')
    .values({ name, position, first_at: at, current_at: at, ended_at: null })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        current_at: sql`case when excluded.current_at > root_keys.current_at then excluded.current_at else root_keys.current_at end`,
        ended_at: null,
      }),
    )
    .execute();
}

/** Notes that nothing is sealed with a root key any more: false where somebody has used it since `unusedSince`. */
export async function endRootKey(
  db: Db,
  { name, unusedSince, at }: { readonly name: string; readonly unusedSince: number; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('root_keys')
      .set({ ended_at: at })
      .where('name', '=', name)
      .where('current_at', '<=', unusedSince)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}
