import type { Db } from '#server/core/database/db.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import { day } from '#server/platform/clock.ts';

type ContactKind = 'phone' | 'email';

/** How long a contact waits for its owner. */
const waitMs = 30 * day;

/** Notes a contact that the old system had verified, in the caller's transaction. */
export async function keepUnproven(
  db: Db,
  { accountId, contact, at }: { readonly accountId: string; readonly contact: Identifier<ContactKind>; readonly at: number },
): Promise<void> {
  const { kind, value, shown } = contact;
  await dropUnproven(db, { accountId, kind });
  const row = { account_id: accountId, kind, value, shown, moved_at: at, ends_at: at + waitMs };
  await db.q().insertInto('unproven_contacts').values(row).execute();
}

export async function dropUnproven(db: Db, { accountId, kind }: { readonly accountId: string; readonly kind: ContactKind }): Promise<void> {
  await db.q().deleteFrom('unproven_contacts').where('account_id', '=', accountId).where('kind', '=', kind).execute();
}

/** Somebody has proven this contact: it is theirs, and of nobody else. */
export async function settleUnproven(
  db: Db,
  { accountId, contact }: { readonly accountId: string; readonly contact: Identifier<ContactKind> },
): Promise<void> {
  const { kind, value } = contact;
  await db
    .q()
    .deleteFrom('unproven_contacts')
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('value', '=', value), eb('account_id', '=', accountId)]))
    .execute();
}
