import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/account/account/account.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call, readAnswer } from '#web/lib/api/api.ts';
import { track } from '#web/lib/api/pending.ts';
import { noteAccount, recognizePersonBy, startAnew, whileHere } from '#web/lib/person/person-state.ts';
import { accountCache, leadsElsewhere, leadToTerms } from './account-cache.ts';

/** The account's key in the cache: a form that changed the account stores the answer there. */
export const accountKey = ['account'] as const;

// The cache reads again with the function of the last hook that named the key: a key has one.
function accountQuery() {
  return queryOptions({
    queryKey: accountKey,
    queryFn: async ({ signal }) => ofSamePerson(await (early() ?? call(accountEndpoints.metainfo, { signal }))),
  });
}

/** The signed-in account (contract 6). Use only below the signed-in frames. */
export function useAccount(): UseQueryResult<AccountView> {
  return useQuery({
    ...accountQuery(),
    // Another tab may have changed it.
    refetchOnWindowFocus: 'always',
    // After sign-out, the old page on screen must not request data until the next page has loaded.
    enabled: () => typeof location === 'undefined' || location.pathname !== '/logout',
  });
}

/** The account that the page shows; undefined until it has loaded. Requests nothing: the page says what failed. */
export function useShownAccount(): AccountView | undefined {
  return useQuery({ ...accountQuery(), enabled: false }).data;
}

/** Whether the account has loaded, or failed in a way that keeps the page: then the page's other data is requested. */
export function useIsAccountSettled(): boolean {
  const { data, error } = useAccount();
  return data !== undefined || (error !== null && !leadsElsewhere(error));
}

declare global {
  interface Window {
    /** The call that the page itself started (`src/server/app/pages/web-document.ts`). */
    metainfo?: Promise<Response> | undefined;
  }
}

/** If the answer is about another account than the one on screen, the page no longer belongs to its person. */
function ofSamePerson(account: AccountView): AccountView {
  noteAccount();
  if (account.terms !== 'none') leadToTerms();
  const shown = accountCache.getQueryData<AccountView>(accountKey);
  if (shown !== undefined && shown.id !== account.id) startAnew();
  return account;
}

recognizePersonBy(async () => {
  const shown = accountCache.getQueryData<AccountView>(accountKey);
  const account = await call(accountEndpoints.metainfo).catch((error: unknown) => {
    if (error instanceof Error && leadsElsewhere(error)) return undefined;
    throw error;
  });
  if (account === undefined || account.id !== shown?.id) return false;
  void accountCache.invalidateQueries();
  return true;
});

/** The answer of the early call, once. */
function early(): Promise<AccountView> | undefined {
  const begun = window.metainfo;
  if (begun === undefined) return undefined;
  window.metainfo = undefined;
  const answer = begun.then(
    (response) => readAnswer(response),
    // After a network failure, repeat it as an ordinary call.
    () => call(accountEndpoints.metainfo),
  );
  // The contract's row types the server's answer.
  return whileHere(() => track(answer)) as Promise<AccountView>;
}
