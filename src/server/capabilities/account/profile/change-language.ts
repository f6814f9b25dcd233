import type { Language } from '#contract/vocabulary/languages.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Person } from './person.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { writeLanguage } from './profile.repository.ts';

export interface ChangeLanguageDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
}

/**
 * Changes the language of messages to the account.
 * @throws {Refusal} unauthorized if the credentials change at this moment
 */
export async function changeLanguage(deps: ChangeLanguageDeps, person: Person, language: Language): Promise<Account> {
  const {
    store: { db, clock },
    journal: { audit },
  } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  if (account.language === language) return account;
  return db.tx(async () => {
    await lockCredentials(db, session);
    await writeLanguage(db, accountId, language);
    await raiseVersion(db, accountId, clock.now());
    await audit.record({ event: 'language.changed', accountId, sessionId, origin: visit });
    return readAccount(deps.identity, person.session.accountId);
  });
}
