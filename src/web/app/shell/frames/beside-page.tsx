import { useEffect, type ReactNode } from 'react';
import { channelTo } from '#web/lib/browser/browser.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useShownAccount } from '#web/widgets/account/account.ts';
import { Later } from '#web/app/shell/later.tsx';

/**
 * What stands beside each signed-in page and none waits for: news from other tabs, and the banner of requests that
 * wait, which only accounts with one load.
 */
export function BesidePage(): ReactNode {
  useOtherTabs();
  const account = useShownAccount();
  return <Later isWanted={account?.claims[0] !== undefined} load={loadBanner} />;
}

const loadBanner = async () => (await import('#web/features/protection/claims/load-claim-banner.ts')).loadClaimBanner();

/** Tells other tabs of a change that was made here, and reads anew after theirs. The message says nothing. */
function useOtherTabs(): void {
  useEffect(() => {
    const channel = channelTo('account');
    if (channel === undefined) return undefined;
    channel.addEventListener('message', () => void accountCache.invalidateQueries());
    const leave = accountCache.getQueryCache().subscribe((event) => {
      // What a form stores is an answer to a change; what was only read is not told on.
      const isChange = event.type === 'updated' && event.action.type === 'success' && event.action.manual === true;
      if (isChange) channel.postMessage('');
    });
    return () => {
      leave();
      channel.close();
    };
  }, []);
}
