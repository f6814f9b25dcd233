import { finishingMethods, secondStepReasons } from '#contract/sign-in/two-step/second-step.words.ts';
import type { RefusalError } from '#web/lib/api/refusal-error.ts';
import { methodsOfRefusal } from '#web/widgets/identity-proof/proof-method.ts';
import type { SecondStep } from './second-step.ts';

/** The second step of a refusal; undefined for any other refusal. */
export function readSecondStep(error: RefusalError): SecondStep | undefined {
  const { ticket, cd, because, continue: goal } = error.data;
  if (error.refusal !== 'secondStepNeeded' || typeof ticket !== 'string') return undefined;
  const methods = methodsOfRefusal(error).filter(({ method }) => finishingMethods.some((known) => known === method));
  return {
    ticket,
    because: secondStepReasons.find((known) => known === because) ?? 'protected',
    methods,
    resendAt: Date.now() + (typeof cd === 'number' ? cd * 1000 : 0),
    ...(typeof goal === 'string' && { goal }),
  };
}
