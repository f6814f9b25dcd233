import type { ReactNode } from 'react';
import { TwoStepWizard } from '#web/features/sign-in/two-step/two-step-wizard.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-two-step and /mobile-two-step: the set-up of two-step verification, of one more app, and of new codes. */
export function TwoStepScreen(): ReactNode {
  const t = useT();
  const back = useLayout() === 'mobile' ? '/mobile-passkeys' : '/pc-passkeys';
  return (
    <>
      <PageHead>{t('ts.lead')}</PageHead>
      <TwoStepWizard back={back} />
    </>
  );
}
