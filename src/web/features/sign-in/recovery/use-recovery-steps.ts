import { useCallback } from 'react';
import { navigate, useQuery } from '#web/lib/page/router.ts';

const secondStep = 'step=password';

/** The verification, then the new password. */
export type RecoveryStep = 'verify' | 'password';

interface Steps {
  readonly step: RecoveryStep;
  readonly goOn: () => void;
  /**
   * Goes one step back in the browser history and resolves when the page has followed; does nothing if the person went
   * back meanwhile.
   */
  readonly goBack: () => Promise<void>;
  /** The second step without the first, after a reload: corrects the URL. */
  readonly restart: () => void;
}

/** Keeps the step in the URL, so that the browser's Back is one step back. */
export function useRecoverySteps(): Steps {
  const step = useQuery().get('step') === 'password' ? 'password' : 'verify';
  const goOn = useCallback(() => navigate(`${location.pathname}?${secondStep}`), []);
  const restart = useCallback(() => navigate(location.pathname, { replace: true }), []);
  const goBack = useCallback(
    () =>
      new Promise<void>((resolve) => {
        if (!location.search.includes(secondStep)) {
          resolve();
          return;
        }
        addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
    [],
  );
  return { step, goOn, goBack, restart };
}
