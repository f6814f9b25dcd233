import { useEffect, useState } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { call } from '#web/lib/api/api.ts';

const everyMs = 3000;

/**
 * The URL in the account's QR code: undefined until known, null if unavailable, '' if there is none. Calls
 * `onFollowing` when the account no longer wants it shown: it was scanned.
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
    // Signed out or server unavailable: the general code stays, and Skip leads on.
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

/** Declines the question permanently. The call may fail: then the QR code appears once more later. */
export function declineToFollow(): void {
  call(accountEndpoints.showQrcode, { body: { showQrcode: false } }).catch(() => undefined);
}
