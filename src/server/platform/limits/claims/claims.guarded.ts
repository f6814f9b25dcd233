import type { Db } from '#server/platform/db/db.ts';
import { prepared } from '#server/platform/db/guarded-writes.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

type Claim = { readonly kind: string; readonly id: string; readonly claimed_at: number; readonly expires_at: number };

const insertClaim = prepared<PlatformDatabase, Claim, { readonly id: string }>((q, param) =>
  q
    .insertInto('claims')
    .values({ kind: param('kind'), id: param('id'), claimed_at: param('claimed_at'), expires_at: param('expires_at') })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
    .returning('id'),
);

/** Claims a single-use value from outside: true for the first caller, false for all later ones. */
export async function claimOnce(
  db: Db,
  { kind, id, at, expiresAt }: { readonly kind: string; readonly id: string; readonly at: number; readonly expiresAt: number },
): Promise<boolean> {
  return (await insertClaim(db, { kind, id, claimed_at: at, expires_at: expiresAt })).length === 1;
}
