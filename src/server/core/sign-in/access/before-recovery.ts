import { stepsAfter, type FinishingStep, type SoFar } from '#server/core/sign-in/ways/second-steps.ts';
import { isPresent } from '#server/core/sign-in/ways/decisions.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { wasAdmitted, type SecondStepDue, type SignInGate } from './admission.ts';

/** Further proof that a recovery takes before it sets a password. */
export interface DueBeforeRecovery extends Pick<SecondStepDue, 'because'> {
  /** Steps of which one is enough. None if the way back continues. */
  readonly methods: readonly FinishingStep[];
}

/**
 * A recovery takes as much as a sign-in by the same ways takes from there, because a new password signs in at once. A former way
 * counts for nothing. Undefined where the shown ways are enough.
 */
export async function dueBeforeRecovery(
  { admit }: Pick<SignInGate, 'admit'>,
  visit: Pick<Visit, 'browser' | 'clientIp' | 'country'>,
  { account, shown, ways }: Pick<SoFar, 'shown' | 'ways'> & { readonly account: Account },
): Promise<DueBeforeRecovery | undefined> {
  const present = shown.filter(({ id }) => isPresent(ways.known.get(id)));
  const answer = await admit({ account, shown: present, visit, isRecovery: true });
  if (wasAdmitted(answer)) return undefined;
  const { because } = answer;
  return { because, methods: because === 'risky' ? stepsAfter({ account, shown, ways, isRecovery: true }, because) : [] };
}
