import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import type { AppCause, AppEndpoint } from '#contract/apps/developer/developer.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';
import { calendarDayText } from '#web/lib/texts/time-text.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

type Page = CallData<typeof developerEndpoints.listFailures>;

/** A line of the log: equal failed requests of one minute. */
export type Failure = Page['items'][number];

export interface FailureFilter {
  readonly endpoint?: AppEndpoint | undefined;
  readonly cause?: AppCause | undefined;
}

/** The newest failed requests of an app. */
export function useFailures(id: string, filter: FailureFilter = {}): UseQueryResult<Page> {
  const enabled = useIsAccountSettled();
  return useQuery({
    queryKey: ['developer-failures', id, filter.endpoint ?? '', filter.cause ?? ''],
    queryFn: ({ signal }) => readFailures(id, filter, { signal }),
    enabled,
  });
}

interface Reading {
  readonly signal?: AbortSignal;
  /** The end of the page before; absent: the first page. */
  readonly cursor?: string;
}

/** One page of failed requests, newest first. */
export function readFailures(id: string, { endpoint, cause }: FailureFilter, { signal, cursor }: Reading = {}): Promise<Page> {
  const query = { ...(cursor !== undefined && { cursor }), ...(endpoint && { endpoint }), ...(cause && { cause }) };
  return call(developerEndpoints.listFailures, { params: { id }, query, ...(signal && { signal }) });
}

/** The cause in words. */
export function causeText({ cause, detail }: { readonly cause: AppCause; readonly detail: string }, t: Translate): string {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(detail)?.[0];
  return t(`dc.c.${cause}`, {
    address: detail,
    scope: detail,
    n: detail,
    name: detail,
    date: date === undefined ? detail : calendarDayText(date),
  });
}
