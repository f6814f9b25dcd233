import { TwoStepCards } from '#web/features/sign-in/two-step/two-step-card.tsx';
import { TwoStepWizard } from '#web/features/sign-in/two-step/two-step-wizard.tsx';
import { useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-two-step and /mobile-two-step: Two-step verification. `?set-up` turns it on, `?add=` adds an app or makes codes. */
export function TwoStepScreen() {
  const path = useRoutePath();
  const query = useQuery();
  if (query.has('set-up') || query.has('add')) return <TwoStepWizard back={path} />;
  return (
    <Stack>
      <PageHead />
      <TwoStepCards page={path} />
    </Stack>
  );
}
