import { languageOfRegion } from '#contract/vocabulary/languages.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { keepStood } from '#server/core/account/former-choices/former-choices.repository.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { raiseVersion, takeRegionChange } from '#server/core/account/accounts/accounts.guarded.ts';
import { mayChangeRegion } from '#server/core/account/account-view/account-view.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { limitRefusal } from './change-limits.ts';
import type { Person } from './person.ts';
import { writeLanguage, writeRegion } from './profile.repository.ts';

export interface ChangeRegionDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

/**
 * Chooses the region, or changes it, which is allowed once. Without a language that was chosen in this browser, the
 * language follows (spec 1).
 *
 * Is it another one → limit → is there a proof → one transaction, which spends both.
 *
 * @throws {Refusal} changeLimit with `data.nextAt` null when the only change is spent, verificationNeeded, unauthorized
 */
export async function changeRegion(deps: ChangeRegionDeps, person: Person, region: Region): Promise<Account> {
  const {
    store: { db, clock },
    evidence: { proofs },
    journal: { audit },
  } = deps;
  const { session, visit } = person;
  const { account, accountId, sessionId } = session;
  if (account.region === region) return account;
  if (!mayChangeRegion(account)) throw limitRefusal('region', null);
  const need = { action: 'changeRegion', target: region } as const;
  await proofs.require(session, need);
  return db.tx(async () => {
    await lockCredentials(db, session);
    await keepStood(db, accountId, clock.now());
    // Read under the lock: another session may just have made the first choice, which is free.
    const isFirst = (await readAccount(deps.identity, accountId)).region === '';
    if (!isFirst && !(await takeRegionChange(db, accountId))) throw limitRefusal('region', null);
    await proofs.redeem(session, need);
    await writeRegion(db, accountId, region);
    if (!visit.langChosen) await writeLanguage(db, accountId, languageOfRegion(region));
    await raiseVersion(db, accountId);
    await audit.record({ event: 'region.changed', accountId, sessionId, origin: visit });
    return readAccount(deps.identity, person.session.accountId);
  });
}
