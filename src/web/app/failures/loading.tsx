import { useSyncExternalStore, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { currentStatus, requestStatus, subscribeStatus } from '#web/lib/api/pending.ts';
import css from './loading.module.css';

/** The bar at the top while any request or page load is pending (spec 4). */
export function GlobalLoadingBar(): ReactNode {
  const t = useT();
  const status = useSyncExternalStore(subscribeStatus, currentStatus, () => requestStatus.fulfilled);
  return <LoadingBar active={status === requestStatus.pending} label={t('sys.loading')} />;
}

/** The 2 px bar at the top of the page while requests run; it appears after 200 ms. */
function LoadingBar({ active, label }: { readonly active: boolean; readonly label: string }) {
  return active ? (
    <div className={css['bar']}>
      <progress className={css['said']} aria-label={label} />
    </div>
  ) : undefined;
}
