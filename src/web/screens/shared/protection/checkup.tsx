import type { ReactNode } from 'react';
import { CheckupCard } from '#web/features/protection/checkup/checkup-card.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-checkup and /mobile-checkup: Security checkup. */
export function CheckupScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('ck.sub')}</PageHead>
      <CheckupCard />
    </>
  );
}
