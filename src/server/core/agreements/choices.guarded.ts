import type { ChoicePurpose } from '#contract/vocabulary/consents.ts';
import type { Db } from '#server/core/database.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** A choice of an account at a moment. */
export interface NewChoice {
  readonly accountId: string;
  readonly purpose: ChoicePurpose;
  readonly given: boolean;
  /** Of the text that was shown. */
  readonly version: string;
  readonly at: number;
}

/** Stores a choice: true if it changed something, for the first of concurrent requests. */
export async function storeChoice(db: Db, { accountId, purpose, given, version, at }: NewChoice): Promise<boolean> {
  const changed = { given: given ? 1 : 0, version, since: at };
  const { numInsertedOrUpdatedRows = 0n } = await unguarded(db)
    .insertInto('choices')
    .values({ account_id: accountId, purpose, ...changed })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(changed).where('choices.given', '<>', changed.given))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}
