import { askedOnProtected, type SensitiveAction } from '#contract/acts/acts.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { kindOfSecond, secondStepsOf } from '#server/core/sign-in/ways/second-steps.ts';
import { standingOf, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';

/** Whether an action takes a second step beside its proof. */
export function takesStep(account: Account, action: SensitiveAction): boolean {
  return account.twoStepAt !== null && askedOnProtected(action) === 'step';
}

/**
 * The ways that are a second step in a session: by their roots beside the first way that began it, or a passkey that stands
 * for itself. An account whose second steps all stand for that way shows one of them.
 */
export function stepsBeside(account: Account, begun: readonly WayId[], { own, known, now }: AccountWays): readonly Way[] {
  const rootOf = (way: Way | undefined) => way && standingOf(way, known, now).root;
  const [first] = begun;
  const begunBy = first && rootOf(known.get(first));
  const kinds = secondStepsOf(account).map(({ method }) => kindOfSecond[method]);
  const possible = own.filter(({ kind }) => kinds.some((each) => each === kind));
  const apart = possible.filter((way) => rootOf(way) !== begunBy || (way.kind === 'passkey' && rootOf(way) === way.id));
  return apart.length > 0 ? apart : possible;
}
