import { useCallback, useEffect, useState } from 'react';
import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { leadsElsewhere } from '#web/widgets/account/account-cache.ts';

export type Terms = CallData<typeof agreementsEndpoints.showTerms>;

interface TermsOnScreen {
  readonly terms: Terms | undefined;
  readonly error: RefusalError | undefined;
  /** Whether other texts came into force while the page was open. */
  readonly isNewer: boolean;
  /** Reads them again: after a failure, or because there is a newer publication. */
  readonly load: (how?: { readonly newer: boolean }) => void;
}

/** The changed agreements that wait for this account. They stay on screen as they are: an answer is to these texts. */
export function useTerms(): TermsOnScreen {
  const [turn, setTurn] = useState({ count: 0, newer: false });
  const [answer, setAnswer] = useState<{ readonly terms?: Terms; readonly error?: RefusalError }>({});
  useEffect(() => {
    const controller = new AbortController();
    call(agreementsEndpoints.showTerms, { signal: controller.signal }).then(
      (terms) => setAnswer({ terms }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof RefusalError)) throw error;
        if (leadsElsewhere(error)) handleRefusal(error);
        else setAnswer({ error });
      },
    );
    return () => controller.abort();
  }, [turn]);
  const load = useCallback(
    ({ newer } = { newer: false }) => setTurn(({ count, newer: before }) => ({ count: count + 1, newer: newer || before })),
    [],
  );
  return { terms: answer.terms, error: answer.error, isNewer: turn.newer, load };
}
