import type { ReactNode } from 'react';
import { NoticesForm } from '#web/features/protection/notices/notices-form.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-notices and /mobile-notices: Notices. */
export function NoticesScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('ns.sub')}</PageHead>
      <NoticesForm />
    </>
  );
}
