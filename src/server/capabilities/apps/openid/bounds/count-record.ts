import { errors, type AdapterPayload } from 'oidc-provider';
import type { NewRecord, OpenidRecords } from '#server/core/apps/openid/records.repository.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { leaveStrangerPlace } from '#server/core/apps/openid/records.guarded.ts';
import { takeStrangerPlace } from '#server/platform/db/tables/stranger-rows.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { strangerSource, type StrangerBudget } from '#server/platform/db/tables/stranger-rows.ts';
import { authorizer } from '../tokens/authorizer.ts';
import { deviceBudget, mostRowBytes, waitingBudget, waitingPerAccount } from './room-for-strangers.ts';

interface CountDeps {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly records: OpenidRecords;
}

/** Budgets and sizes for records that may belong to strangers. */
const rooms: Readonly<Record<string, { readonly budget: StrangerBudget; readonly mostBytes: number }>> = {
  Interaction: { budget: waitingBudget, mostBytes: mostRowBytes.waiting },
  PostedRequest: { budget: waitingBudget, mostBytes: mostRowBytes.waiting },
  Session: { budget: waitingBudget, mostBytes: mostRowBytes.waiting },
  PushedAuthorizationRequest: { budget: waitingBudget, mostBytes: mostRowBytes.waiting },
  DeviceCode: { budget: deviceBudget, mostBytes: mostRowBytes.device },
};

/**
 * The account of a record; undefined for strangers. An app's request belongs to the account that was signed in when it
 * came, or that has signed in since.
 */
export function accountOf(model: string, { accountId, session, result }: AdapterPayload): string | undefined {
  if (model !== 'Interaction') return accountId;
  const login: unknown = result?.['login'];
  const signedIn = typeof login === 'object' && login !== null && 'accountId' in login ? login.accountId : undefined;
  return session?.accountId ?? (typeof signedIn === 'string' ? signedIn : undefined);
}

/** Whether a record counts for a network or for an account. */
export function isCounted({ model, accountId }: Pick<NewRecord, 'model' | 'accountId'>): boolean {
  return model in rooms && (model !== 'Session' || accountId === null);
}

/**
 * Counts a new record for its networks or its account, in the same transaction.
 * @throws {errors.InvalidRequest} for a record that is too large
 * @throws {errors.SlowDown} if the budget is full and no record may go
 */
export async function countRecord(deps: CountDeps, record: NewRecord): Promise<void> {
  const { db, records } = deps;
  const { model, id, accountId } = record;
  const room = rooms[model];
  if (room === undefined) return;
  if (accountId === null) return countForNetwork(deps, record, room);
  await leaveStrangerPlace(db, { model, id });
  if (model === 'Interaction') await records.keepNewest({ model, accountId, id, most: waitingPerAccount });
}

async function countForNetwork(
  { db, keyring, records }: CountDeps,
  record: NewRecord,
  { budget, mostBytes }: { readonly budget: StrangerBudget; readonly mostBytes: number },
): Promise<void> {
  const { model, id } = record;
  const address = authorizer.getStore()?.address;
  if (await records.isOfStranger({ model, id })) return;
  if (address === undefined) throw new Error('A record without an account needs a client IP.');
  const source = strangerSource(keyring, budget, address);
  const bytes = bytesOf(record) + source.text.length;
  if (bytes > mostBytes) throw new errors.InvalidRequest('the request is too long');
  if (!(await takeStrangerPlace(db, budget, { model, id, source, bytes }))) {
    throw new errors.SlowDown('too many requests of this network are waiting');
  }
}

/** The size of a row with these values; two more columns are numbers. */
function bytesOf(record: NewRecord): number {
  const sizes = Object.values(record).map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : value === null ? 0 : 8));
  return sizes.reduce((sum, size) => sum + size, 2 * 8);
}
