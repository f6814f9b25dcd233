import { passwordRules } from '#contract/rules/password.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { checkSessionPassword, type SessionPasswordDeps } from '#server/core/credentials/session-password.ts';
import { refuseFailing, type Person } from './replace-password.ts';

/**
 * Whether this is the account's password. Wrong ones count with those of every other form of the session.
 * @throws {Refusal} badRequest with the failed rule, passwordWrong, tooFrequent, passwordLocked
 */
export async function checkPassword(deps: SessionPasswordDeps, { session, visit }: Person, password: string): Promise<true> {
  refuseFailing({ password: firstFailing(passwordRules, password) });
  await checkSessionPassword(deps, session, { password, wrong: 'passwordWrong', origin: visit });
  return true;
}
