import type { Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** A choice of an account at a moment. */
export interface NewChoice {
  readonly accountId: string;
  readonly purpose: Purpose;
  /** Version of the text that was shown. */
  readonly version: string;
  readonly at: number;
}

/** Gives a consent: true if it changed something, for the first of concurrent requests. A new text is a change. */
export async function giveChoice(db: Db, { accountId, purpose, version, at }: NewChoice): Promise<boolean> {
  const changed = { given: 1, version, since: at };
  const { numInsertedOrUpdatedRows = 0n } = await unguarded(db)
    .insertInto('choices')
    .values({ account_id: accountId, purpose, ...changed })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'purpose'])
        .doUpdateSet(changed)
        .where((eb) => eb.or([eb('choices.given', '=', 0), eb('choices.version', '<>', version)])),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Withdraws a consent: true for the first of concurrent requests, false for one that was not given. */
export async function withdrawChoice(db: Db, { accountId, purpose, version, at }: NewChoice): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('choices')
      .set({ given: 0, version, since: at })
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .where('given', '=', 1)
      .executeTakeFirstOrThrow(),
  );
}
