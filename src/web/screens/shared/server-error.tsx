import { useEffect, useState, type ReactNode } from 'react';
import { latestRequestId } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { StatusCard } from '#web/widgets/page/status-card.tsx';

/** /500, also shown instead of a page that failed to render: with an id that support can look up. */
export function ServerErrorScreen({ requestId = '' }: { readonly requestId?: string }): ReactNode {
  const t = useT();
  const [latest, setLatest] = useState('');
  useEffect(() => setLatest(latestRequestId()), []);
  const id = requestId || latest;
  const lead = (
    <>
      {t('sys.500')}
      {id !== '' && ` ${t('toast.requestId', { id })}`}
    </>
  );
  const tryAgain = (): void => {
    // Another page failed, and this one replaced it; only /500 itself has no page to retry.
    if (location.pathname === '/500') navigate('/', { replace: true });
    else location.reload();
  };
  return <StatusCard status={500} title={t('title.500')} lead={lead} onRetry={tryAgain} />;
}
