import type { Language } from '#contract/vocabulary/regions.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { raiseVersion } from '#server/core/accounts/accounts.guarded.ts';
import { lockCredentials } from '#server/core/credentials/credential-change.ts';
import type { Db } from '#server/platform/db/db.ts';
import { readAccount, type Person } from './person.ts';
import { writeLanguage } from './profile.repository.ts';

export interface ChangeLanguageDeps {
  readonly db: Db;
  readonly accounts: Accounts;
  readonly audit: Audit;
}

/**
 * Changes the language that the account is written to in.
 * @throws {Refusal} unauthorised when the credentials change in this very moment
 */
export async function changeLanguage(deps: ChangeLanguageDeps, person: Person, language: Language): Promise<Account> {
  const { db, audit } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  if (account.language === language) return account;
  return db.tx(async () => {
    await lockCredentials(db, session);
    await writeLanguage(db, accountId, language);
    await raiseVersion(db, accountId);
    await audit.record({ event: 'language.changed', accountId, sessionId, origin: visit });
    return readAccount(deps, person);
  });
}
