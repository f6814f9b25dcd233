import { useInfiniteQuery } from '@tanstack/react-query';
import { activityEndpoints } from '#contract/protection/activity/activity.ts';
import { activityGroups, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Entry = CallData<typeof activityEndpoints.listActivity>['items'][number];

/** Filters of the page, as its address says them. */
export interface Filter {
  readonly group: ActivityGroup | undefined;
  /** `by` of an event, or ''. */
  readonly by: string;
  /** How many days back, or ''. */
  readonly days: string;
}

export const everything: Filter = { group: undefined, by: '', days: '' };

export const dayChoices = ['7', '30', '90'];

/** The filter in a URL; invalid values count as absent. */
export function filterOf(query: URLSearchParams): Filter {
  const [kind, by, days] = [query.get('kind'), query.get('by') ?? '', query.get('days') ?? ''];
  return {
    group: activityGroups.find((each) => each === kind),
    by: /^[\w-]{0,64}$/.test(by) ? by : '',
    days: dayChoices.includes(days) ? days : '',
  };
}

/** The query of an address for a filter, or ''. */
export function queryOf({ group, by, days }: Filter): string {
  const query = new URLSearchParams({ ...(group && { kind: group }), ...(by !== '' && { by }), ...(days !== '' && { days }) });
  return query.size === 0 ? '' : `?${query}`;
}

/** The beginning of the first of these days. */
function sinceOf(days: string): string {
  const today = new Date();
  return String(new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(days) + 1).getTime());
}

/** The account's events, newest first, page by page. The list waits for the account, which every page shows first. */
export function useActivity({ group, by, days }: Filter) {
  return useInfiniteQuery({
    queryKey: ['activity', group ?? '', by, days],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        ...(group && { group }),
        ...(by !== '' && { by }),
        ...(days !== '' && { since: sinceOf(days) }),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return call(activityEndpoints.listActivity, { signal, query });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    enabled: useIsAccountSettled(),
  });
}
