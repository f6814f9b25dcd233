import { finishingMethods, secondStepReasons, type SecondStepReason } from '#contract/sign-in/two-step/second-step.words.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import type { RefusalError } from '#web/lib/api/refusal-error.ts';
import { methodsOfRefusal, type AvailableMethod } from '#web/widgets/identity-proof/proof-method.ts';

/** A sign-in with a completed first step (3011). */
export interface SecondStep {
  readonly ticket: string;
  readonly because: SecondStepReason;
  /** Strongest first, as the server offers them. */
  readonly methods: readonly AvailableMethod[];
  /** Earliest time of the next code request, in milliseconds since the epoch. */
  readonly resendAt: number;
  /** Where the person goes on, if the sign-in knew it; otherwise the page does. */
  readonly goal?: string;
}

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

let kept: SecondStep | undefined;

whenPersonGoes(() => {
  kept = undefined;
});

/** For the sign-in page, which shows the second step of every first one. */
export function keepSecondStep(second: SecondStep): void {
  kept = second;
}

/** The kept one: a screen that waits for its texts asks again. */
export function keptSecondStep(): SecondStep | undefined {
  return kept;
}

/** The screen has it. */
export function forgetSecondStep(): void {
  kept = undefined;
}
