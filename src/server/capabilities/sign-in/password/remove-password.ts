import { provenBy } from '#server/core/sign-in/ways/taking.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { mayRemovePassword } from '#server/core/sign-in/ways/without-password.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { keepFormerPassword, type ReplacePasswordDeps } from './replace-password.ts';

/**
 * Removes the password of a person who signs in with a passkey. Without one, nothing happens.
 *
 * Does a passkey sign in, and is there another way back → is there a proof → one transaction: nothing has changed in the
 * meantime, proof spent, password gone, notices, the end of all other access, audit.
 *
 * @throws {Refusal} lastWayIn before a passkey was used, and without a phone or an email; verificationNeeded, unauthorized
 */
export async function removePassword(
  deps: ReplacePasswordDeps,
  person: Person,
): Promise<{ readonly account: Account; readonly session: StartedSession } | undefined> {
  const { store, identity, evidence, journal } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  if (account.passwordHash === null) return undefined;
  refuseLast(account);
  await evidence.proofs.require(session, { action: 'removePassword' });
  return store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const { taking } = await evidence.proofs.spend(session, { action: 'removePassword' });
    const present = await readAccount(identity, accountId);
    refuseLast(present);
    await keepFormerPassword(deps, present, { leftBy: 'removed', by: taking });
    await identity.credentials.clearPassword(accountId, store.clock.now());
    await tellOwner(deps, { account, event: 'passwordRemoved', by: visit });
    const renewed = await deps.access.goOnAfter('removePassword', person);
    await journal.audit.record({
      event: 'password.removed',
      accountId,
      sessionId: renewed.sessionId,
      origin: visit,
      detail: provenBy(taking),
    });
    return { account: await readAccount(identity, accountId), session: renewed };
  });
}

function refuseLast(account: Account): void {
  if (!mayRemovePassword(account)) throw new Refusal('lastWayIn', { reason: 'the password is the last way in' });
}
