import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { PasskeyRow } from './passkeys.repository.ts';

export interface PasskeyUse {
  readonly id: string;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly at: number;
  readonly place: string;
}

type UseValues = {
  readonly [Column in 'sign_count' | 'backed_up' | 'last_used_at' | 'last_place' | 'id']: PasskeyRow[Column];
};

/** One statement for each kind of authenticator: one that counts has counted further, another stays at zero. */
const noteUseBy = (comparison: '=' | '<') =>
  prepared<Database, UseValues, { readonly id: string }>((q, param) =>
    q
      .updateTable('passkeys')
      .set({
        sign_count: param('sign_count'),
        backed_up: param('backed_up'),
        uv_seen: 1,
        last_used_at: param('last_used_at'),
        last_place: param('last_place'),
      })
      .where('id', '=', param('id'))
      .where('suspect_at', 'is', null)
      .where('sign_count', comparison, param('sign_count'))
      .returning('id'),
  );
const noteUncounted = noteUseBy('=');
const noteCounted = noteUseBy('<');

/**
 * Notes a use: false, without a change, when the passkey is gone or suspect, or another use came first with this
 * counter. Authenticators without a counter always send zero.
 */
export async function noteUse(db: Db, { id, counter, backedUp, at, place }: PasskeyUse): Promise<boolean> {
  const values = { id, sign_count: counter, backed_up: backedUp ? 1 : 0, last_used_at: at, last_place: place };
  return (await (counter === 0 ? noteUncounted : noteCounted)(db, values)).length === 1;
}

/** Marks a passkey of which a copy may be in use: true for the caller that did. */
export async function markSuspect(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('passkeys')
      .set({ suspect_at: at })
      .where('id', '=', id)
      .where('suspect_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Removes a passkey of an account: false when it has none of this id. */
export async function removeOwnPasskey(db: Db, { id, accountId }: { readonly id: string; readonly accountId: string }): Promise<boolean> {
  const { numDeletedRows } = await unguarded(db)
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
