import { sql } from 'kysely';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import type { Database, Db } from '#server/core/database/db.ts';
import type { Look } from '#server/core/operations/desk/look.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';

/** A live session as an operator sees it. */
export interface LiveSession {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly address: string;
}

/** The internal id of the account with this number. */
export async function findIdByNumber(db: Db, number: string): Promise<string | undefined> {
  const [row] = await byNumber(db, { number });
  return row?.id;
}

const byNumber = keptQuery<Database, { number: string }, { readonly id: string }>((q, param) =>
  q.selectFrom('accounts').select('id').where('number', '=', param('number')),
);

/** The internal id of the account that a message with this reference went to. */
export async function findIdByReference(db: Db, reference: string): Promise<string | undefined> {
  if (reference === '') return undefined;
  const [row] = await byReference(db, { reference });
  return row?.account_id;
}

const byReference = keptQuery<Database, { reference: string }, { readonly account_id: string }>((q, param) =>
  q
    .selectFrom('sent_messages')
    .select('account_id')
    .where('reference', '=', param('reference'))
    // The index has no messages without one.
    .where('reference', '<>', sql.lit('')),
);

/** The internal id of the account of a device. */
export async function findIdByDevice(db: Db, device: string): Promise<string | undefined> {
  const [row] = await byDevice(db, { device });
  return row?.account_id;
}

const byDevice = keptQuery<Database, { device: string }, { readonly account_id: string }>((q, param) =>
  q.selectFrom('devices').select('account_id').where('id', '=', param('device')),
);

/** Live sessions of the account that is looked at, most recently used first. */
export async function listLiveSessions(
  db: Db,
  { accountId }: Look,
  { credentialEpoch, at }: { readonly credentialEpoch: number; readonly at: number },
): Promise<readonly LiveSession[]> {
  const rows = await db
    .q()
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'client_ip'])
    .where('account_id', '=', accountId)
    .where('credential_epoch', '=', credentialEpoch)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', at)
    .where('expires_at', '>', at)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map(({ id, created_at: createdAt, last_seen_at: lastSeenAt, expires_at: expiresAt, client_ip: address }) => ({
    id,
    createdAt,
    lastSeenAt,
    expiresAt,
    address,
  }));
}

/** Why an operator has locked the account the last time; undefined if none has. */
export async function lastLockReason(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .q()
    .selectFrom('audit')
    .select('detail')
    .where('account_id', '=', accountId)
    .where('event', '=', 'account.locked')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && detailTexts(row.detail)['reason'];
}

/** The accounts that follow this one, of every state but erased. */
export async function nextAccounts(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .q()
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .where('state', '<>', 'purged')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
