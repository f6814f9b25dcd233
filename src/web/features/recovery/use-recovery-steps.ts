import { useCallback } from 'react';
import { navigate, useQuery } from '#web/lib/router.ts';

const secondStep = 'step=password';

/** Who it is, then the new password. */
export type RecoveryStep = 'verify' | 'password';

interface Steps {
  readonly step: RecoveryStep;
  readonly goOn: () => void;
  /** Takes the browser's own step back and is done when the page has followed; nothing where the person went back meanwhile. */
  readonly goBack: () => Promise<void>;
  /** The second step without the first, after a reload: the address is set right. */
  readonly restart: () => void;
}

/** The step in the address, so that the browser's Back is one step back. */
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
