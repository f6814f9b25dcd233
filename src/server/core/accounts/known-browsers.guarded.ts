import type { Database, Db } from '#server/core/database.ts';
import { prepared, unguarded } from '#server/platform/db/guarded-writes.ts';

/** Records a sign-in of a browser. One that was ended is known again. */
export const noteBrowser = prepared<Database, { account_id: string; browser: string; at: number }, unknown>((q, param) =>
  q
    .insertInto('known_browsers')
    .values({ account_id: param('account_id'), browser: param('browser'), first_at: param('at'), last_at: param('at'), ended_at: null })
    .onConflict((conflict) => conflict.columns(['account_id', 'browser']).doUpdateSet({ last_at: param('at'), ended_at: null })),
);

/**
 * Makes strange browsers of all that an account knows, or of all but one. Their rows stay: they say when the account was
 * last used.
 */
export async function endKnownBrowsers(
  db: Db,
  { accountId, except, at }: { readonly accountId: string; readonly except: string | undefined; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('known_browsers')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('browser', '<>', except ?? ''))
    .execute();
}
