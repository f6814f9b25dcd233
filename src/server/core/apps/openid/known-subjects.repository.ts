import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';

/** Notes in the consent the pairwise id that an app is told of an account. */
export async function noteSubject(
  db: Db,
  { accountId, clientId, subject }: { readonly accountId: string; readonly clientId: string; readonly subject: string },
): Promise<void> {
  const ofBoth = { account_id: accountId, client_id: clientId };
  const row = await db
    .q()
    .selectFrom('openid_consents')
    .select('subject')
    .where((eb) => eb.and(ofBoth))
    .executeTakeFirst();
  // Only a read, except for the first time and after the app has moved to another sector.
  if (row === undefined || row.subject === subject) return;
  await db
    .q()
    .updateTable('openid_consents')
    .set({ subject })
    .where((eb) => eb.and(ofBoth))
    .execute();
}

/** The account whose app was told this pairwise id. */
export async function accountKnownAs(db: Db, known: { readonly clientId: string; readonly subject: string }): Promise<string | undefined> {
  const [row] = await bySubject(db, known);
  return row?.account_id;
}

const bySubject = keptQuery<Database, { clientId: string; subject: string }, { readonly account_id: string }>((q, param) =>
  q.selectFrom('openid_consents').select('account_id').where('client_id', '=', param('clientId')).where('subject', '=', param('subject')),
);
