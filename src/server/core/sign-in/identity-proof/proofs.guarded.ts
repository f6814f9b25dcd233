import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Spends a proof: true for exactly one caller, and only while it is live. Call it in the transaction of the effect. */
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

/** Spends a set of proofs in one statement: true if all of them were live. Otherwise the caller's transaction must fail. */
export async function spendProofs(db: Db, { ids, at }: { readonly ids: readonly string[]; readonly at: number }): Promise<boolean> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('proofs')
    .set({ spent_at: at })
    .where('id', 'in', ids)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === ids.length;
}

/** Adds to what a live proof has shown: false when it changed meanwhile. */
export async function growProof(
  db: Db,
  { id, from, to, at }: { readonly id: string; readonly from: string; readonly to: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('proofs')
      .set({ way: to })
      .where('id', '=', id)
      .where('way', '=', from)
      .where('spent_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Restricts a proof to one action: false when it is spent, expired or restricted to another. */
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
