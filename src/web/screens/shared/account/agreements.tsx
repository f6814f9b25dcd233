import type { ReactNode } from 'react';
import { AgreementsList } from '#web/features/account/agreements/agreements-list.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-data-agreements and /mobile-data-agreements: what the account has agreed to. */
export function AgreementsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('hi.sub')}</PageHead>
      <AgreementsList />
    </>
  );
}
