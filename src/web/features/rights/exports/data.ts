import { useQuery } from '@tanstack/react-query';
import { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Topic = CallData<typeof dataEndpoints.listData>['topics'][number];
export type Item = Topic['items'][number];

/** What is kept of the account. */
export function useData() {
  return useQuery({
    queryKey: ['data'],
    queryFn: ({ signal }) => call(dataEndpoints.listData, { signal }),
    enabled: useIsAccountSettled(),
  });
}
