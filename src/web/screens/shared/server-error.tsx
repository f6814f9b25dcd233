import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { navigate } from '#web/lib/router.ts';
import { StatusCard } from '#web/widgets/page/status-card.tsx';

/** /500, also shown instead of a page that failed to render, with the request's id if there is one. */
export function ServerErrorScreen({ requestId = '' }: { readonly requestId?: string }): ReactNode {
  const t = useT();
  const lead = (
    <>
      {t('sys.500')}
      {requestId !== '' && ` ${t('toast.requestId', { id: requestId })}`}
    </>
  );
  const tryAgain = (): void => {
    // Another page failed, and this one replaced it; only /500 itself has no page to retry.
    if (location.pathname === '/500') navigate('/', { replace: true });
    else location.reload();
  };
  return <StatusCard status={500} title={t('title.500')} lead={lead} action={{ label: t('sys.retry'), onClick: tryAgain }} />;
}
