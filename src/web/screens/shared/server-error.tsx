import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { navigate } from '#web/lib/router.ts';
import { StatusCard } from '#web/widgets/page/status-card.tsx';

/** /500, and what a page that failed to draw gives way to, with the request's id where one was involved. */
export function ServerErrorScreen({ requestId = '' }: { readonly requestId?: string }): ReactNode {
  const t = useT();
  const lead = (
    <>
      {t('sys.500')}
      {requestId !== '' && ` ${t('toast.requestId', { id: requestId })}`}
    </>
  );
  const tryAgain = (): void => {
    // Another page failed in this one's place; the address of this page itself is only an error.
    if (location.pathname === '/500') navigate('/', { replace: true });
    else location.reload();
  };
  return <StatusCard status={500} title={t('title.500')} lead={lead} action={{ label: t('sys.retry'), onClick: tryAgain }} />;
}
