import type { Insertable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import type { IdentifiersTable } from './identifiers.table.ts';
import type { IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import type { OwnIdentifier } from '#server/core/account/identifiers/proven-contact.ts';
import { settleUnproven } from '#server/core/account/unproven/unproven-contacts.repository.ts';
import type { NamesDeps } from '#server/core/account/identifiers/resting-names.repository.ts';
import { isWithheld } from '#server/core/account/identifiers/withheld-identifiers.repository.ts';

/**
 * Gives an account an identifier and replaces its previous one of that kind, in the caller's transaction.
 * @throws {IdentifierTaken} when it belongs to another account, including one that takes it at this moment
 */
export async function replaceIdentifier(
  deps: NamesDeps,
  { accountId, identifier, at }: { readonly accountId: string; readonly identifier: OwnIdentifier; readonly at: number },
): Promise<void> {
  const { kind, value, shown } = identifier;
  const isContact = identifier.kind === 'phone' || identifier.kind === 'email';
  await writeIdentifierRow(deps, accountId, {
    kind,
    row: { kind, value, account_id: accountId, shown, verified_at: isContact ? at : null, created_at: at },
  });
  if (isContact) await settleUnproven(deps.db, { accountId, contact: identifier });
}

export type IdentifierRow = Insertable<IdentifiersTable>;

/** Stored identifier rows of an account. */
export async function identifierRows(db: Db, accountId: string): Promise<readonly IdentifierRow[]> {
  return db.q().selectFrom('identifiers').selectAll().where('account_id', '=', accountId).orderBy('kind').execute();
}

/**
 * Replaces the account's identifier of a kind with exactly this row; undefined removes it. In the caller's transaction.
 * @throws {IdentifierTaken}
 */
export async function writeIdentifierRow(
  { db, keyring }: NamesDeps,
  accountId: string,
  { kind, row }: { readonly kind: IdentifierKind; readonly row: IdentifierRow | undefined },
): Promise<void> {
  // Before the insert, because the new spelling may be the same identifier.
  await db.q().deleteFrom('identifiers').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  if (!row) return;
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('identifiers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows || (await isWithheld({ db, keyring }, row))) throw new IdentifierTaken(kind);
}
