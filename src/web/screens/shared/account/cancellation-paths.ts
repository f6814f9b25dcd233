import { deletionSteps } from '#contract/vocabulary/deletion.ts';
import type { DeletionStep } from '#web/features/account/deletion/deletion-draft.ts';

/** The paths of the steps, which are history entries. */
export const stepPaths = {
  desktop: (step: DeletionStep) => (step === 'statement' ? '/cancellation' : `/cancellation?step=${step}`),
  mobile: (step: DeletionStep) => `/mobile-cancellation/${step}`,
} as const;

/** The final pages. */
export const resultPaths = { desktop: '/register/result-center/cancellation', mobile: '/mobile-result-center/cancellation' } as const;

/** The step with the given name; the first for any other name. */
export function stepNamed(name: string | null): DeletionStep {
  return deletionSteps.find((step) => step === name) ?? 'statement';
}
