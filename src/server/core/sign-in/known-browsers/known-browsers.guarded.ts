import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded } from '#server/platform/db/guarded-writes.ts';

/** Records a sign-in of a browser. One that was ended is known again, and not trusted. */
export const noteBrowser = prepared<
  Database,
  { account_id: string; browser: string; at: number; user_agent: string; client_ip: string },
  { readonly first_at: number }
>((q, param) =>
  q
    .insertInto('known_browsers')
    .values({
      account_id: param('account_id'),
      browser: param('browser'),
      first_at: param('at'),
      last_at: param('at'),
      ended_at: null,
      trusted_until: null,
      trust_epoch: 0,
      user_agent: param('user_agent'),
      client_ip: param('client_ip'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'browser'])
        .doUpdateSet({ last_at: param('at'), ended_at: null, user_agent: param('user_agent'), client_ip: param('client_ip') }),
    )
    .returning('first_at'),
);

/**
 * Makes strange browsers of all that an account knows, or of all but one. Their rows stay: they say when the account was
 * last used. The trust in browsers ends in all of them: the acting one may be a thief's.
 */
export async function endKnownBrowsers(
  db: Db,
  { accountId, except, at }: { readonly accountId: string; readonly except: string | undefined; readonly at: number },
): Promise<void> {
  await unguarded(db).updateTable('known_browsers').set({ trusted_until: null }).where('account_id', '=', accountId).execute();
  await unguarded(db)
    .updateTable('known_browsers')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('browser', '<>', except ?? ''))
    .execute();
}

/** Trusts a known browser until a moment, under the epoch of the account. */
export async function trustBrowser(
  db: Db,
  {
    accountId,
    browser,
    until,
    epoch,
  }: { readonly accountId: string; readonly browser: string; readonly until: number; readonly epoch: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('known_browsers')
    .set({ trusted_until: until, trust_epoch: epoch })
    .where('account_id', '=', accountId)
    .where('browser', '=', browser)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the trust in browsers of an account; they stay known. */
export async function distrustBrowsers(db: Db, accountId: string, browsers: readonly string[]): Promise<void> {
  await unguarded(db)
    .updateTable('known_browsers')
    .set({ trusted_until: null })
    .where('account_id', '=', accountId)
    .where('browser', 'in', browsers)
    .execute();
}

/** Knows the browsers again that it knew at a moment; makes strange ones of the others, and trusts none. */
export async function endStrangeBrowsers(
  db: Db,
  accountId: string,
  { since, at }: { readonly since: number; readonly at: number },
): Promise<void> {
  await unguarded(db).updateTable('known_browsers').set({ trusted_until: null }).where('account_id', '=', accountId).execute();
  // A change of the password since then made strange browsers of all but its own.
  await unguarded(db)
    .updateTable('known_browsers')
    .set({ ended_at: null })
    .where('account_id', '=', accountId)
    .where('ended_at', '>=', since)
    .where('first_at', '<', since)
    .execute();
  await unguarded(db)
    .updateTable('known_browsers')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('first_at', '>=', since)
    .execute();
}
