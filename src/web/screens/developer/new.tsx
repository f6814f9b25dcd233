import type { ReactNode } from 'react';
import { RegisterForm } from '#web/features/apps/developer/registration/register-form.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/new: registers an app. */
export function DeveloperNewScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.f.newLead')} />
      <RegisterForm />
    </>
  );
}
