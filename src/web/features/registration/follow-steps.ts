import { useEffect, useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import { call } from '#web/lib/api.ts';

const everyMs = 3000;

/**
 * The address that the account's QR code holds: undefined until that is known, null where it cannot be, '' where there is none. `onFollowing`
 * is called once the account does not want it shown any more: it was scanned.
 */
export function useFollowQrUrl(onFollowing: () => void): string | null | undefined {
  const [url, setUrl] = useState<string | null>();
  const isWatching = url !== null;
  useEffect(() => {
    if (!isWatching) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const config = await call(accountEndpoints.qrcodeConfig, { signal });
      if (signal.aborted) return;
      if (config.showQrcode) setUrl(config.url);
      else onFollowing();
    };
    // Signed out, or the server is away: the code for everybody stays, and Skip leads on.
    const look = (): void => {
      ask().catch(() => {
        if (!signal.aborted) setUrl(null);
      });
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isWatching, onFollowing]);
  return url;
}

/** Not to be asked again. It may fail: then the QR code is shown once more some day. */
export function declineToFollow(): void {
  call(accountEndpoints.showQrcode, { body: { showQrcode: false } }).catch(() => undefined);
}
