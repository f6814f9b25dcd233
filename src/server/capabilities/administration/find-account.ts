import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { signInIdentifier } from '#server/core/accounts/identifier.ts';
import type { Db } from '#server/core/database.ts';
import { findIdByNumber } from './administration.repository.ts';

/** What is known of an account without a look at it. */
export type AccountReference = Pick<Account, 'id' | 'state' | 'version'>;

/** Finds an account by phone, email, username, ID (12 digits) or internal id. */
export async function findAccount(
  { db, accounts }: { readonly db: Db; readonly accounts: Pick<Accounts, 'find' | 'findById'> },
  text: string,
): Promise<AccountReference | undefined> {
  const id = /^\d{12}$/.test(text) ? await findIdByNumber(db, text) : text;
  const byId = id === undefined ? undefined : await accounts.findById(id);
  if (byId) return referenceOf(byId);
  const identifier = signInIdentifier(text);
  return identifier && referenceOf(await accounts.find(identifier.kind, identifier.value));
}

function referenceOf(account: Account | undefined): AccountReference | undefined {
  return account && { id: account.id, state: account.state, version: account.version };
}
