import type { Db } from '#server/core/database/db.ts';
import { assertOutsideTransaction, unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { DeliveryFailure } from '#server/platform/sending/outbox/undeliverable.ts';

/**
 * Spends a one-time code: true for exactly one caller, and only while the code is live. Call it in the transaction of
 * the effect.
 */
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
 * Counts a try of a live code before the comparison: true for at most `limit` callers in total. It commits on its own,
 * so that no rollback can undo the count.
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

/** Ends all live codes that an account asked for, after a change of its credentials. */
export async function voidAccountCodes(db: Db, holders: readonly string[], at: number): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ voided_at: at })
    .where('holder', 'in', holders)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/** Ends all live codes sent to a contact, for any requester, after a change of the account's credentials. */
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
 * Ends a live code whose message was not sent, and stores the reason. False when its holder must not learn of the
 * failure, when the code has already ended, and for a message that is not a code.
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

/** Records that the message of a live code has not left yet: the code stays valid, because it may leave later. */
export async function noteLate(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await noteFailure(db, { id, failure: 'notTaken', at });
}

/** Takes back that the message of a code has not left. */
export async function noteSentLate(db: Db, id: string): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ failure: null, failure_told_at: null })
    .where('id', '=', id)
    .where('failure', '=', 'notTaken')
    .where('voided_at', 'is', null)
    .execute();
}

/**
 * Records that a sent message was reported as undelivered. The report may be wrong: the code stays valid and counts as
 * sent.
 */
export async function noteUndelivered(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await noteFailure(db, { id, failure: 'undelivered', at });
}

async function noteFailure(
  db: Db,
  { id, failure, at }: { readonly id: string; readonly failure: DeliveryFailure; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('codes')
    .set({ failure })
    .where('id', '=', id)
    .where('tells_failure', '=', 1)
    .where('failure', 'is', null)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}

/** Claims the single report of a failed message: true for one caller. */
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

/** Whether the message is a code that can no longer be used. */
export async function codeIsOver(db: Db, id: string): Promise<boolean> {
  const row = await unguarded(db).selectFrom('codes').select(['used_at', 'voided_at']).where('id', '=', id).executeTakeFirst();
  return row !== undefined && (row.used_at !== null || row.voided_at !== null);
}
