import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

/** A signed-in browser, or a device with the account in its operating system. */
export type Device = CallData<typeof devicesEndpoints.listDevices>[number];

/** The list's key in the cache. */
export const devicesKey = ['devices'] as const;

/** The account's sign-ins, this browser first. The list waits for the account, which every page shows first. */
export function useDevices(): UseQueryResult<readonly Device[]> {
  const enabled = useIsAccountSettled();
  return useQuery({ queryKey: devicesKey, queryFn: ({ signal }) => call(devicesEndpoints.listDevices, { signal }), enabled });
}
