import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { accountKey, useIsAccountSettled } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { signalKnown } from '#web/widgets/passkeys/signals.ts';

type Listed = CallData<typeof passkeysEndpoints.listPasskeys>;

export type Passkey = Listed['passkeys'][number];

/** The list's key in the cache. */
const passkeysKey = ['passkeys'] as const;

/** The account's passkeys, the oldest first. */
export function usePasskeys(): UseQueryResult<Listed> {
  const enabled = useIsAccountSettled();
  return useQuery({ queryKey: passkeysKey, queryFn: ({ signal }) => call(passkeysEndpoints.listPasskeys, { signal }), enabled });
}

/** After a change here: the list anew, and password managers learn of it. Nobody waits for them. */
export async function refreshPasskeys(account?: AccountView): Promise<void> {
  if (account === undefined) void accountCache.invalidateQueries({ queryKey: accountKey });
  else accountCache.setQueryData<AccountView>(accountKey, account);
  const listed = await call(passkeysEndpoints.listPasskeys);
  accountCache.setQueryData<Listed>(passkeysKey, listed);
  signalKnown(listed.signals);
}
