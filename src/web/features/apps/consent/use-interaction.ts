import { useEffect, useState } from 'react';
import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { leadsElsewhere } from '#web/widgets/account/account-cache.ts';

export type Asked = CallData<typeof openidEndpoints.showInteraction>;

interface Interaction {
  readonly asked: Asked | undefined;
  readonly error: RefusalError | undefined;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** The request of an app. It is read once, because the answer must match the request on screen. */
export function useInteraction(uid: string): Interaction {
  const [tries, setTries] = useState(1);
  const [answer, setAnswer] = useState<{ readonly asked?: Asked; readonly error?: RefusalError }>();
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      try {
        setAnswer({ asked: await call(openidEndpoints.showInteraction, { params: { uid }, signal: controller.signal }) });
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof RefusalError)) throw error;
        // This page reports an ended request itself. A refusal that leads elsewhere is followed: no retry helps.
        if (error.refusal !== 'tokenError' && leadsElsewhere(error)) handleRefusal(error);
        else setAnswer({ error });
      }
    };
    void load();
    return () => controller.abort();
  }, [uid, tries]);
  return {
    asked: answer?.asked,
    error: answer?.error,
    isLoading: answer === undefined,
    retry: () => {
      setAnswer(undefined);
      setTries(tries + 1);
    },
  };
}
