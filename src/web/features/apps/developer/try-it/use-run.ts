import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

/** A trial sign-in with its steps. */
export type Run = CallData<typeof developerEndpoints.showTry>;

const pollMs = 3000;
const runKey = (id: string, run: string): readonly string[] => ['developer-run', id, run];

/** A trial; while a device waits for the confirmation on another screen, it is asked for again and again. */
export function useRun(id: string, run: string): UseQueryResult<Run> {
  const enabled = useIsAccountSettled();
  return useQuery({
    queryKey: runKey(id, run),
    queryFn: ({ signal }) => call(developerEndpoints.showTry, { params: { id, run }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' && state.data.userCode !== '' ? pollMs : false),
    enabled,
  });
}

export function showRun(run: Run): void {
  accountCache.setQueryData(runKey(run.clientID, run.run), run);
}

export function forgetRun(id: string, run: string): void {
  accountCache.removeQueries({ queryKey: runKey(id, run) });
}

/** The run has changed in a way that no answer described. */
export async function reloadRun(id: string, run: string): Promise<void> {
  await accountCache.invalidateQueries({ queryKey: runKey(id, run) });
}
