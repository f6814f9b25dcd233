import { navigate } from '#web/lib/page/router.ts';
import type { RefusalError } from '#web/lib/api/refusal-error.ts';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { readSecondStep } from '#web/widgets/sign-in/read-second-step.ts';
import type { SecondStep } from '#web/widgets/sign-in/second-step.ts';
import { followToUpgrade } from '#web/widgets/upgrade/upgrade-visit.ts';
import type { PageQuery } from './sign-in.ts';

// Loaded with the first refusal that leads on: no first key needs it.

interface Refused {
  readonly account: string;
  readonly redirect: PageQuery['redirect'];
  readonly onSecondStep: (second: SecondStep) => Promise<void>;
}

/** Follows a refusal that leads to another page or step. False for any other one. */
export async function followRefusal(error: RefusalError, { account, redirect, onSecondStep }: Refused): Promise<boolean> {
  if (followToUpgrade(error, account)) return true;
  const second = readSecondStep(error);
  if (second !== undefined) {
    // The code is used: a person who comes back can request the next one immediately.
    forgetDeadline(deadlineKey('login', account));
    await onSecondStep(second);
    return true;
  }
  if (error.refusal === 'deletionPending') {
    navigate(withdrawalPath(error, redirect));
    return true;
  }
  return goRecover(error);
}
