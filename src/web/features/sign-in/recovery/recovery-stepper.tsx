import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Stepper } from '#web/ui/controls/stepper.tsx';
import type { RecoveryStep } from './use-recovery-steps.ts';

/** The current step: verify identity, new password, done. */
export function RecoveryStepper({ step }: { readonly step: RecoveryStep }): ReactNode {
  const t = useT();
  return <Stepper label={t('rc.h')} steps={[t('rc.step1'), t('rc.step2'), t('rc.step3')]} narrow current={step === 'verify' ? 0 : 1} />;
}
