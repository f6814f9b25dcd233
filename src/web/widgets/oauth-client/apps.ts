import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { appsEndpoints } from '#contract/endpoints/apps.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { useLanguage } from '#web/lib/i18n.tsx';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type AuthorisedApp = CallData<typeof appsEndpoints.listApps>[number];

/** Names the list in the cache, in each language. */
export const appsKey = ['apps'] as const;

/** The apps that may use the account, named in the language on screen. They wait for the account, which every page shows first. */
export function useApps(): UseQueryResult<readonly AuthorisedApp[]> {
  const language = useLanguage();
  const enabled = useIsAccountSettled();
  return useQuery({
    queryKey: [...appsKey, language],
    queryFn: ({ signal }) => call(appsEndpoints.listApps, { signal }),
    enabled,
  });
}
