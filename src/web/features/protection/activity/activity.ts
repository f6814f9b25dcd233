import { useInfiniteQuery } from '@tanstack/react-query';
import { activityEndpoints } from '#contract/protection/activity/activity.ts';
import type { ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Entry = CallData<typeof activityEndpoints.listActivity>['items'][number];

/** The account's events, newest first, page by page. The list waits for the account, which every page shows first. */
export function useActivity(group: ActivityGroup | undefined) {
  return useInfiniteQuery({
    queryKey: ['activity', group ?? ''],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(group && { group }), ...(pageParam !== '' && { cursor: pageParam }) };
      return call(activityEndpoints.listActivity, { signal, query });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    enabled: useIsAccountSettled(),
  });
}
