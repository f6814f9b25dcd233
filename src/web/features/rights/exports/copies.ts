import { useQuery } from '@tanstack/react-query';
import { dataEndpoints } from '#contract/rights/exports/exports.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

type Listed = CallData<typeof dataEndpoints.listExports>;

export type Copy = Listed['exports'][number];

const copiesKey = ['exports'] as const;

/** While a copy is prepared, the page asks often at first. */
const soonMs = 5000;
const laterMs = 30_000;
const minuteMs = 60_000;

export function isUnderWay({ state }: Copy): boolean {
  return state === 'queued' || state === 'building';
}

/** The account's copies, the newest first. */
export function useCopies() {
  return useQuery({
    queryKey: copiesKey,
    queryFn: ({ signal }) => call(dataEndpoints.listExports, { signal }),
    enabled: useIsAccountSettled(),
    refetchInterval: ({ state: { data } }) => {
      const running = data?.exports.find(isUnderWay);
      if (running === undefined) return false;
      return Date.now() - Date.parse(running.requestedAt) < minuteMs ? soonMs : laterMs;
    },
  });
}

export async function refreshCopies(): Promise<void> {
  await accountCache.invalidateQueries({ queryKey: copiesKey });
}
