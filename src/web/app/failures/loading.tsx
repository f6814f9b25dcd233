import { useSyncExternalStore, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { currentStatus, requestStatus, subscribeStatus } from '#web/lib/api/pending.ts';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';

/** The bar at the top while any request or page load is pending (spec 4). */
export function GlobalLoadingBar(): ReactNode {
  const t = useT();
  const status = useSyncExternalStore(subscribeStatus, currentStatus, () => requestStatus.fulfilled);
  return <LoadingBar active={status === requestStatus.pending} label={t('sys.loading')} />;
}
