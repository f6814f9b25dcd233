import { useEffect, type ReactNode } from 'react';
import { channelTo } from '#web/lib/browser/browser.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** Tells other tabs of a change that was made here, and reads again after theirs. The message says nothing. */
export function BesidePage(): null {
  useEffect(() => {
    const channel = channelTo('account');
    if (channel === undefined) return undefined;
    channel.addEventListener('message', () => void accountCache.invalidateQueries());
    const leave = accountCache.getQueryCache().subscribe((event) => {
      // A value that a form stores is an answer to a change; a value that was only read is not told on.
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

/** The skeleton of any page. */
export function WaitingScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      {[2, 4].map((rows) => (
        <Card key={rows} busy>
          <Skeleton rows={rows} atOnce />
        </Card>
      ))}
    </Stack>
  );
}
