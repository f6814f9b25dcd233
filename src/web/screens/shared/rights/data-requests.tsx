import type { ReactNode } from 'react';
import { RequestList } from '#web/features/rights/requests/request-list.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-data-requests and /mobile-data-requests: Questions and requests. */
export function DataRequestsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('rq.sub')}</PageHead>
      <RequestList />
    </>
  );
}
