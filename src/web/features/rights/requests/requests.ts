import { useQuery } from '@tanstack/react-query';
import { cleanText } from '#contract/rules/clean-text.ts';
import { rightsRequestsEndpoints } from '#contract/rights/requests/requests.ts';
import { requestTextRules } from '#contract/rules/rights-request.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

export type RightsRequest = CallData<typeof rightsRequestsEndpoints.listRightsRequests>['requests'][number];
export type RequestThread = CallData<typeof rightsRequestsEndpoints.showRightsRequest>;

export const requestPages = { desktop: '/pc-data-requests', mobile: '/mobile-data-requests' } as const;

const listKey = ['requests'] as const;
const threadKey = (id: string) => ['requests', id] as const;

/** The account's questions and requests, the newest first. */
export function useRequests() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(rightsRequestsEndpoints.listRightsRequests, { signal }),
    enabled: useIsAccountSettled(),
  });
}

/** One of them with its thread. */
export function useRequest(id: string) {
  return useQuery({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => call(rightsRequestsEndpoints.showRightsRequest, { params: { id }, signal }),
    enabled: useIsAccountSettled(),
  });
}

/** Shows the message of an answer, and reads the list again. */
export async function keepThread(thread: RequestThread): Promise<void> {
  accountCache.setQueryData(threadKey(thread.id), thread);
  await accountCache.invalidateQueries({ queryKey: listKey, exact: true });
}

export async function refreshRequests(): Promise<void> {
  await accountCache.invalidateQueries({ queryKey: listKey });
}

export function isOpen({ state }: Pick<RightsRequest, 'state'>): boolean {
  return state === 'received' || state === 'waiting';
}

/** The date of an answer, which is a day of the calendar. */
export function dueText({ dueAt }: Pick<RightsRequest, 'dueAt'>): string {
  return shortDayText(`${dueAt.slice(0, 10)}T00:00`);
}

/** Where a request stands, in a few words. */
export function stateText({ state, outcome }: Pick<RightsRequest, 'state' | 'outcome'>, t: Translate): string {
  if (state === 'answered' && outcome !== null) return t(`rq.o.${outcome}`);
  return t(`rq.s.${state}`);
}

/** The field for a text of a thread. */
export const textField = {
  rules: requestTextRules,
  normalize: cleanText.lines,
  words: { required: 'rq.text.required', max: 'rq.text.max' },
} as const;
