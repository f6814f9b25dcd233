import { useQuery } from '@tanstack/react-query';
import { settingsEndpoints } from '#contract/apps/settings/settings.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Settings = CallData<typeof settingsEndpoints.showSettings>;
export type Setting = Settings['settings'][number];

/** One that is off, and of which nothing is stored. */
export type EmptySetting = Settings['off'][number];

export const settingsKey = ['settings'] as const;

/** Stored settings, without values. */
export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(settingsEndpoints.showSettings, { signal }),
    enabled: useIsAccountSettled(),
    refetchOnWindowFocus: true,
  });
}
