import type { SecondStepReason } from '#contract/sign-in/two-step/second-step.words.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import type { AvailableMethod } from '#web/widgets/identity-proof/proof-method.ts';

/** A sign-in with a completed first step (3011). */
export interface SecondStep {
  readonly ticket: string;
  readonly because: SecondStepReason;
  /** Strongest first, as the server offers them. */
  readonly methods: readonly AvailableMethod[];
  /** Earliest time of the next code request, in milliseconds since the epoch. */
  readonly resendAt: number;
  /** Where the person continues, if the sign-in knew it; otherwise the page does. */
  readonly goal?: string;
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
