import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { appsEndpoints } from '#contract/apps/apps/apps.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type AuthorizedApp = CallData<typeof appsEndpoints.listApps>[number];

/** The list's key in the cache, per language. */
export const appsKey = ['apps'] as const;

/**
 * The apps with access to the account, named in the current language. Waits for the account, which every page shows
 * first.
 */
export function useApps(): UseQueryResult<readonly AuthorizedApp[]> {
  const language = useLanguage();
  const enabled = useIsAccountSettled();
  return useQuery({
    queryKey: [...appsKey, language],
    queryFn: ({ signal }) => call(appsEndpoints.listApps, { signal }),
    enabled,
  });
}
