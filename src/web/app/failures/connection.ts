import { translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';

const key = 'offline';

/** Shows a permanent error while offline; a notice replaces it when the connection is back (spec 4, brief 7). */
export function watchConnection(): void {
  addEventListener('offline', tellOffline);
  addEventListener('online', () => notify({ kind: 'success', text: translate('sys.online'), key }));
  if (!navigator.onLine) tellOffline();
}

function tellOffline(): void {
  notify({ kind: 'error', text: translate('toast.404'), sticky: true, key });
}
