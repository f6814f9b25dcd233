import type { TwoStepNeed } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { hasSecondStep } from '#server/core/sign-in/ways/second-steps.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Refuses a protected account without a second step beside its recovery codes, which run out. An ordinary one needs none.
 * @throws {Refusal} lastWayIn with `data.missing`
 */
export function refuseWithoutStep(account: Account): void {
  if (account.twoStepAt !== null && !hasSecondStep(account)) throw lacking(['secondStep']);
}

export function lacking(missing: readonly TwoStepNeed[]): Refusal {
  return new Refusal('lastWayIn', { reason: 'two-step verification lacks a part', data: { missing } });
}
