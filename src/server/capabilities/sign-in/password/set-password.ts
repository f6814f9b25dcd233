import { ownNewPasswordField } from '#server/core/account/fields/fields.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { replacePassword, type ReplacePasswordDeps } from './replace-password.ts';

export type SetPasswordDeps = ReplacePasswordDeps;

/**
 * Sets the first password of an account without one. A session is not enough, because the password gives lasting
 * access to the account.
 *
 * No password yet → rules → is there a proof → one transaction, which spends it.
 *
 * @throws {Refusal} forbidden for an account with a password, badRequest with the failed rule, verificationNeeded,
 * unauthorized
 */
export async function setPassword(deps: SetPasswordDeps, person: Person, newPassword: string): Promise<StartedSession> {
  const { session } = person;
  refuseSecond(session.account);
  checkFields({ newPassword: ownNewPasswordField(deps.identity, session.account, newPassword) });
  await deps.evidence.proofs.require(session, { action: 'setPassword' });
  return replacePassword(deps, person, {
    newPassword,
    audited: 'password.set',
    told: 'passwordSet',
    // A first password ends no session: another one may just have set it.
    settle: async (present) => {
      refuseSecond(present);
      return deps.evidence.proofs.spend(session, { action: 'setPassword' });
    },
  });
}

function refuseSecond({ passwordHash }: Account): void {
  if (passwordHash !== null) throw new Refusal('forbidden', { reason: 'there is a password' });
}
