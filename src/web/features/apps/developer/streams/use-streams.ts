import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

type Answer = CallData<typeof developerEndpoints.listStreams>;
type Deliveries = CallData<typeof developerEndpoints.listDeliveries>;

/** Where an app is notified of security events. */
export type OwnStream = Answer['streams'][number];

export type Delivery = Deliveries['deliveries'][number];

const streamsKey = (id: string): readonly string[] => ['developer-streams', id];

export function useStreams(id: string): UseQueryResult<Answer> {
  const enabled = useIsAccountSettled();
  return useQuery({
    queryKey: streamsKey(id),
    queryFn: ({ signal }) => call(developerEndpoints.listStreams, { params: { id }, signal }),
    enabled,
  });
}

/** The last events of a stream, as they stand when they are asked for. */
export function useDeliveries(id: string, stream: string): UseQueryResult<Deliveries> {
  return useQuery({
    queryKey: [...streamsKey(id), stream],
    queryFn: ({ signal }) => call(developerEndpoints.listDeliveries, { params: { id, stream }, signal }),
    staleTime: 0,
  });
}

export async function reloadStreams(id: string): Promise<void> {
  await accountCache.invalidateQueries({ queryKey: streamsKey(id) });
}
