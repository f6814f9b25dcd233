import { QueryCache, QueryClient } from '@tanstack/react-query';
import { catalogue, type CatalogueEntry } from '#contract/errors.ts';
import { whenPersonGoes } from '#web/lib/person-state.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';

/**
 * What the signed-in pages have loaded. A refusal that leads elsewhere (no session, session over, account locked) is followed here, once for
 * all cards; any other failure is shown by the card that needs the data.
 */
export const accountCache = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (leadsElsewhere(error)) handleRefusal(error);
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 30_000, networkMode: 'always' } },
});

/** True for a refusal after which this page is left: nothing more needs to be asked for. */
export function leadsElsewhere(error: Error): boolean {
  if (!(error instanceof RefusalError) || error.refusal === 'offline') return false;
  const entry: CatalogueEntry = catalogue[error.refusal];
  return entry.after !== undefined;
}

// As soon as the address has left the account's pages: earlier, they would ask for it again.
whenPersonGoes(() => setTimeout(() => accountCache.clear()));
