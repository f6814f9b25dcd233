import type { Insertable } from 'kysely';
import type { RequestAuthor } from '#contract/vocabulary/rights-requests.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Store } from '#server/core/store.ts';
import { newId } from '#server/platform/ids.ts';
import { openStates, type RightsRequest } from './rights-requests.guarded.ts';
import type { RightsRequestsTable } from './rights-requests.table.ts';

/** Beyond what an account can have within three years. */
const mostListed = 500;

export async function insertRequest(db: Db, row: Insertable<RightsRequestsTable>): Promise<void> {
  await db.q().insertInto('rights_requests').values(row).execute();
}

/** The requests of an account, the newest first. */
export async function listRequests(db: Db, accountId: string): Promise<readonly RightsRequest[]> {
  return db
    .q()
    .selectFrom('rights_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute();
}

/** By its id and its account, or only by its number. */
export async function findRequest(
  db: Db,
  by: { readonly id: string; readonly accountId: string } | { readonly number: string },
): Promise<RightsRequest | undefined> {
  const query = db.q().selectFrom('rights_requests').selectAll();
  const one = 'number' in by ? query.where('number', '=', by.number) : query.where('id', '=', by.id).where('account_id', '=', by.accountId);
  return one.executeTakeFirst();
}

/** Every open request, the first to be answered first. */
export async function listOpenRequests(
  db: Db,
  { dueBefore }: { readonly dueBefore?: number | undefined } = {},
): Promise<readonly RightsRequest[]> {
  return db
    .q()
    .selectFrom('rights_requests')
    .selectAll()
    .where('state', 'in', openStates)
    .$if(dueBefore !== undefined, (query) => query.where('due_at', '<=', dueBefore ?? 0))
    .orderBy('due_at')
    .orderBy('number')
    .execute();
}

/** The number of open requests whose date has come. */
export async function countOverdue(db: Db, at: number): Promise<number> {
  const { count } = await db
    .q()
    .selectFrom('rights_requests')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('state', 'in', openStates)
    .where('due_at', '<=', at)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ThreadMessage {
  readonly at: number;
  readonly author: RequestAuthor;
  readonly text: string;
}

/** The thread of a request, from its first message. */
export async function readThread({ db, keyring }: Pick<Store, 'db' | 'keyring'>, requestId: string): Promise<readonly ThreadMessage[]> {
  const rows = await db
    .q()
    .selectFrom('rights_messages')
    .select(['at', 'author', 'sealed'])
    .where('request_id', '=', requestId)
    .orderBy('position')
    .execute();
  return rows.map(({ at, author, sealed }) => ({ at, author, text: keyring.open('rights-message', sealed) }));
}

/** Adds to a thread. Two messages of one moment have one place each: the second writer fails. */
export async function addMessage(
  { db, keyring, clock }: Store,
  { id: request_id, account_id }: Pick<RightsRequest, 'id' | 'account_id'>,
  { author, text }: Pick<ThreadMessage, 'author' | 'text'>,
): Promise<void> {
  const { count } = await db
    .q()
    .selectFrom('rights_messages')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('request_id', '=', request_id)
    .executeTakeFirstOrThrow();
  const sealed = keyring.seal('rights-message', text);
  const row = { id: newId(), request_id, account_id, at: clock.now(), position: Number(count), author, sealed };
  await db.q().insertInto('rights_messages').values(row).execute();
}
