import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField, ownNewPasswordField } from '#server/core/account/fields/fields.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { refuseSamePassword, replacePassword, type ReplacePasswordDeps } from './replace-password.ts';

export interface ChangePasswordByCodeInput {
  readonly kind: 'phone' | 'email';
  readonly code: string;
  readonly newPassword: string;
}

/**
 * Changes the password of a signed-in person who forgot the old one, with a code of scene `verify` sent to the
 * account's own phone or email.
 *
 * Rules → code (its try is counted here) → the new one differs → one transaction, which spends the code.
 *
 * @throws {Refusal} phoneNotExists and emailNotExists where the account has none, badRequest with the failed rules,
 * smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained, tooFrequent, unauthorized
 */
export async function changePasswordByCode(
  deps: ReplacePasswordDeps,
  person: Person,
  { kind, newPassword, ...given }: ChangePasswordByCodeInput,
): Promise<StartedSession> {
  const { account } = person.session;
  const [channel, target] = kind === 'phone' ? (['sms', account.phone] as const) : (['email', account.email] as const);
  if (target === null)
    throw new Refusal(kind === 'phone' ? 'phoneNotExists' : 'emailNotExists', { reason: 'the account has no such contact' });
  const { code } = checkFields({ code: codeField(given.code), newPassword: ownNewPasswordField(deps.identity, account, newPassword) });
  const holder = await deps.evidence.codes.holderIn({ accountId: account.id, browser: person.visit.browser });
  const passed = await deps.evidence.codes.check({ scene: 'verify', channel, target, holder }, code);
  await refuseSamePassword(deps.identity, account, { password: newPassword, source: accountSource(account.id) });
  return replacePassword(deps, person, {
    newPassword,
    audited: 'password.changed',
    told: 'passwordChanged',
    async settle(present) {
      await deps.evidence.codes.redeem(passed);
      const way = deps.identity.ways.idOf(present, kind);
      // The code is one of the two that a protected account takes.
      if (present.twoStepAt === null) return { way };
      return deps.evidence.proofs.spend({ ...person.session, account: present }, { action: 'changePassword' }, way);
    },
  });
}
