import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { developerEndpoints } from '#contract/endpoints/developer.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

type Answer = CallData<typeof developerEndpoints.listStreams>;

/** Where an app hears of security events. */
export type OwnStream = Answer['streams'][number];

const streamsKey = (id: string): readonly string[] => ['developer-streams', id];

export function useStreams(id: string): UseQueryResult<Answer> {
  const enabled = useIsAccountSettled();
  return useQuery({
    queryKey: streamsKey(id),
    queryFn: ({ signal }) => call(developerEndpoints.listStreams, { params: { id }, signal }),
    enabled,
  });
}

export async function reloadStreams(id: string): Promise<void> {
  await accountCache.invalidateQueries({ queryKey: streamsKey(id) });
}
