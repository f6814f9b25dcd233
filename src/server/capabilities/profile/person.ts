import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Origin } from '#server/core/audit/audit.ts';
import type { Session } from '#server/core/sessions/sessions.ts';

/** A signed-in person and where their request comes from. */
export interface Person {
  readonly session: Session;
  readonly visit: Pick<Origin, 'address' | 'requestId'>;
}

/** The account as it is now; in the transaction of a change, with the change. */
export async function readAccount({ accounts }: { readonly accounts: Accounts }, { session }: Person): Promise<Account> {
  const account = await accounts.findById(session.accountId);
  if (!account) throw new Error('the account of a session is not there');
  return account;
}
