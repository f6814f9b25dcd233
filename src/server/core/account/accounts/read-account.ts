import type { Account } from './account.ts';
import type { Accounts } from './accounts.repository.ts';

/** Current state of an existing account; inside a transaction, with its changes. Account rows are never deleted. */
export async function readAccount({ accounts }: { readonly accounts: Pick<Accounts, 'findById'> }, id: string): Promise<Account> {
  const account = await accounts.findById(id);
  if (!account) throw new Error('the account was not found');
  return account;
}
