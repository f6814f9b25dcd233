import type { Account } from './account.ts';
import type { Accounts } from './accounts.repository.ts';

/** An account that is there, as it is now; in the transaction of a change, with the change. Rows of accounts stay for ever. */
export async function readAccount({ accounts }: { readonly accounts: Pick<Accounts, 'findById'> }, id: string): Promise<Account> {
  const account = await accounts.findById(id);
  if (!account) throw new Error('the account is not there');
  return account;
}
