import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import { call, readAnswer } from '#web/lib/api.ts';
import { track } from '#web/lib/pending.ts';
import { noteAccount, recognisePersonBy, startAnew, whileHere } from '#web/lib/person-state.ts';
import { accountCache, leadsElsewhere } from './account-cache.ts';

/** Names the account's data in the cache: a form that changed the account puts the answer there. */
export const accountKey = ['account'] as const;

/** The signed-in account (contract 6). Only below the signed-in frames. */
export function useAccount(): UseQueryResult<AccountView> {
  return useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }) => ofSamePerson(await (early() ?? call(accountEndpoints.metainfo, { signal }))),
    // Another tab may have changed it.
    refetchOnWindowFocus: 'always',
    // Signed out: what is still on screen until the next page has come asks for nothing.
    enabled: () => typeof location === 'undefined' || location.pathname !== '/logout',
  });
}

/** Whether the account has come, or failed in a way that leaves the page as it is: then whatever else the page shows is asked for. */
export function useIsAccountSettled(): boolean {
  const { data, error } = useAccount();
  return data !== undefined || (error !== null && !leadsElsewhere(error));
}

declare global {
  interface Window {
    /** The call that the page itself began (`src/server/app/web-document.ts`). */
    metainfo?: Promise<Response> | undefined;
  }
}

/** Where another account answers than the one that is shown, the page is no longer of the person who opened it. */
function ofSamePerson(account: AccountView): AccountView {
  noteAccount();
  const shown = accountCache.getQueryData<AccountView>(accountKey);
  if (shown !== undefined && shown.id !== account.id) startAnew();
  return account;
}

recognisePersonBy(async () => {
  const shown = accountCache.getQueryData<AccountView>(accountKey);
  const account = await call(accountEndpoints.metainfo).catch((error: unknown) => {
    if (error instanceof Error && leadsElsewhere(error)) return undefined;
    throw error;
  });
  if (account === undefined || account.id !== shown?.id) return false;
  void accountCache.invalidateQueries();
  return true;
});

/** The answer that is already on its way, once. */
function early(): Promise<AccountView> | undefined {
  const begun = window.metainfo;
  if (begun === undefined) return undefined;
  window.metainfo = undefined;
  const answer = begun.then(
    (response) => readAnswer(response),
    // The network failed it: asked again, it fails or works as any other call.
    () => call(accountEndpoints.metainfo),
  );
  // The contract's row types what the server answers.
  return whileHere(() => track(answer)) as Promise<AccountView>;
}
