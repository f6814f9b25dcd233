import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { also, checkFields } from '#server/platform/check-fields.ts';
import { passwordField, ownNewPasswordField } from '#server/core/account/fields/fields.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { replacePassword, type ReplacePasswordDeps } from './replace-password.ts';

export interface ChangePasswordInput {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the password of a person who knows the old one; a protected account takes a second way.
 *
 * Rules → the new one differs → old password (its try is counted here) → one transaction.
 *
 * @throws {Refusal} badRequest with the failed rules, oldPasswordInvalid, tooFrequent, passwordLocked, verificationNeeded, unauthorized
 */
export async function changePassword(deps: ReplacePasswordDeps, person: Person, input: ChangePasswordInput): Promise<StartedSession> {
  const { oldPassword, newPassword } = input;
  const { session, visit } = person;
  checkFields({
    oldPassword: passwordField(oldPassword),
    newPassword: also(ownNewPasswordField(deps.identity, session.account, newPassword), (chosen) =>
      chosen === oldPassword ? 'custom_password' : undefined,
    ),
  });
  await deps.evidence.checkPassword(session, { password: oldPassword, wrong: 'oldPasswordInvalid', origin: visit });
  return replacePassword(deps, person, {
    newPassword,
    audited: 'password.changed',
    told: 'passwordChanged',
    settle(present) {
      const way = deps.identity.ways.idOf(present, 'password');
      // The old password is one of the two that a protected account takes.
      if (present.twoStepAt === null) return Promise.resolve({ way });
      return deps.evidence.proofs.spend({ ...session, account: present }, { action: 'changePassword' }, way);
    },
  });
}
