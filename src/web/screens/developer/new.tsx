import type { ReactNode } from 'react';
import { RegisterForm } from '#web/features/developer/register-form.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { useT } from '#web/lib/i18n.tsx';

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
