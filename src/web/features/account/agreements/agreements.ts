import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type ConsentEntry = CallData<typeof agreementsEndpoints.listConsents>['items'][number];

/** The agreements in force, with the account's last acceptance of each. */
export function useAgreements() {
  return useQuery({
    queryKey: ['agreements'],
    queryFn: ({ signal }) => call(agreementsEndpoints.listAgreements, { signal }),
    enabled: useIsAccountSettled(),
  });
}

/** Texts that the account was shown, has accepted and put off, page by page. */
export function useConsents() {
  return useInfiniteQuery({
    queryKey: ['consents'],
    queryFn: ({ signal, pageParam }) =>
      call(agreementsEndpoints.listConsents, { signal, query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    enabled: useIsAccountSettled(),
  });
}
