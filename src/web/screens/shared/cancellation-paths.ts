import { deletionSteps } from '#contract/vocabulary/deletion.ts';
import type { DeletionStep } from '#web/features/deletion/deletion-draft.ts';

/** The addresses of the steps, which are entries in history. */
export const stepPaths = {
  desktop: (step: DeletionStep) => (step === 'statement' ? '/cancellation' : `/cancellation?step=${step}`),
  mobile: (step: DeletionStep) => `/mobile-cancellation/${step}`,
} as const;

/** The pages at the end. */
export const resultPaths = { desktop: '/register/result-center/cancellation', mobile: '/mobile-result-center/cancellation' } as const;

/** The step of that name; the first for any other. */
export function stepNamed(name: string | null): DeletionStep {
  return deletionSteps.find((step) => step === name) ?? 'statement';
}
