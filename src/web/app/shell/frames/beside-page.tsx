import { useEffect } from 'react';
import { channelTo } from '#web/lib/browser/browser.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';

/** Tells other tabs of a change that was made here, and reads again after theirs. The message says nothing. */
export function BesidePage(): null {
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
  return null;
}
