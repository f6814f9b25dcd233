import { useEffect, useEffectEvent } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { accountKey, useIsAccountSettled } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { signalKnown } from '#web/widgets/passkeys/signals.ts';

type Listed = CallData<typeof passkeysEndpoints.listPasskeys>;

export type Passkey = Listed['passkeys'][number];

/** The list's key in the cache. */
const passkeysKey = ['passkeys'] as const;

/** Whether Home offers a passkey, in this document. */
export const offerKey = ['passkey-offer'] as const;

/** The account's passkeys, the oldest first. */
export function usePasskeys(): UseQueryResult<Listed> {
  const enabled = useIsAccountSettled();
  return useQuery({ queryKey: passkeysKey, queryFn: ({ signal }) => call(passkeysEndpoints.listPasskeys, { signal }), enabled });
}

/**
 * Tells the password manager once which passkeys the account has: one may have been removed elsewhere. Neither at every
 * fetch nor while one is being added: to a fetch that began before that it would seem to be gone.
 */
export function useTelling(
  { data, isFetchedAfterMount, isSuccess }: UseQueryResult<Listed>,
  { isAdding }: { readonly isAdding: boolean },
): void {
  const isFresh = isFetchedAfterMount && isSuccess;
  const tell = useEffectEvent(() => {
    if (data !== undefined && !isAdding) signalKnown(data.signals);
  });
  useEffect(() => {
    if (isFresh) tell();
  }, [isFresh]);
}

/** After a change here: the list again, and password managers are told. Nobody waits for them. */
export async function refreshPasskeys(account?: AccountView): Promise<void> {
  if (account === undefined) void accountCache.invalidateQueries({ queryKey: accountKey });
  else accountCache.setQueryData<AccountView>(accountKey, account);
  const listed = await call(passkeysEndpoints.listPasskeys);
  accountCache.setQueryData<Listed>(passkeysKey, listed);
  signalKnown(listed.signals);
}
