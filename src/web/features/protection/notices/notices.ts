import { useQuery } from '@tanstack/react-query';
import { noticesEndpoints } from '#contract/protection/notices/notices.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Chosen = CallData<typeof noticesEndpoints.showNotices>;

export const noticesKey = ['notices'] as const;

/** How the account is told. The choice waits for the account, which every page shows first. */
export function useNotices() {
  return useQuery({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(noticesEndpoints.showNotices, { signal }),
    enabled: useIsAccountSettled(),
  });
}
