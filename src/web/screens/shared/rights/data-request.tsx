import type { ReactNode } from 'react';
import { RequestPanel } from '#web/features/rights/requests/request-thread.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useParams } from '#web/lib/page/router.ts';
import { PageHead } from '../parts/page-head.tsx';

/** One request of /pc-data-requests and /mobile-data-requests. */
export function DataRequestScreen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  return (
    <>
      <PageHead>{t('rq.threadSub')}</PageHead>
      <RequestPanel id={id} />
    </>
  );
}
