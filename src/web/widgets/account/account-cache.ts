import { QueryCache, QueryClient } from '@tanstack/react-query';
import { catalogue, type CatalogueEntry } from '#contract/errors.ts';
import { navigate } from '#web/lib/page/router.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { isNoAnswer, isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';

/**
 * The loaded data of the signed-in pages. A refusal that leads elsewhere (no session, expired session, locked account)
 * is followed here, once for all cards; any other failure is shown by the card that needs the data.
 */
export const accountCache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (leadsElsewhere(error)) handleRefusal(error);
      else if (isRefusal(error, 'agreementChanged')) leadToTerms();
      else if (isRefusal(error, 'guardianNeeded')) navigate('/family', { replace: true });
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 30_000, networkMode: 'always' } },
});

/** True for a refusal that leaves this page: it needs no more data. */
export function leadsElsewhere(error: Error): boolean {
  if (!(error instanceof RefusalError) || isNoAnswer(error.refusal)) return false;
  const entry: CatalogueEntry = catalogue[error.refusal];
  return entry.after !== undefined;
}

/** An account that must answer changed agreements sees their page, and the pages that leave every right open. */
export function leadToTerms(): void {
  const { pathname, search } = location;
  if (!/^\/(terms|logout|(mobile-)?cancellation|(pc|mobile)-(activity|data))/.test(pathname))
    navigate(`/terms?redirect=${encodeURIComponent(pathname + search)}`, { replace: true });
}

// Only after the URL has left the account's pages: before that, they would request the data again.
whenPersonGoes(() => setTimeout(() => accountCache.clear()));
