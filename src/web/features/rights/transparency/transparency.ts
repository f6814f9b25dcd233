import { useInfiniteQuery } from '@tanstack/react-query';
import { transparencyEndpoints } from '#contract/rights/transparency/transparency.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type Message = CallData<typeof transparencyEndpoints.listMessages>['items'][number];
export type Access = CallData<typeof transparencyEndpoints.listStaffAccess>['items'][number];
export type Checked = CallData<typeof transparencyEndpoints.checkMessage>;

const next = { initialPageParam: '', getNextPageParam: (page: { readonly next: string }) => (page.next === '' ? undefined : page.next) };

const at = (cursor: string) => (cursor === '' ? {} : { cursor });

/** The messages to the account, newest first, page by page. */
export function useMessages() {
  return useInfiniteQuery({
    ...next,
    queryKey: ['messages'],
    queryFn: ({ signal, pageParam }) => call(transparencyEndpoints.listMessages, { signal, query: at(pageParam) }),
    enabled: useIsAccountSettled(),
  });
}

/** Acts of staff in the account, newest first, page by page. */
export function useStaffAccess() {
  return useInfiniteQuery({
    ...next,
    queryKey: ['staffAccess'],
    queryFn: ({ signal, pageParam }) => call(transparencyEndpoints.listStaffAccess, { signal, query: at(pageParam) }),
    enabled: useIsAccountSettled(),
  });
}
