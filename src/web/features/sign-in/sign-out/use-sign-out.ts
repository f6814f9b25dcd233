import { useState, type ReactNode } from 'react';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { signOut } from './sign-out.ts';

/**
 * Signs out of this browser. Where it has signed in the desktop of its computer, `question` asks first whether that one
 * goes along; show it on the page.
 */
export function useSignOut(): { readonly busy: boolean; readonly leave: () => void; readonly question: ReactNode } {
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState<ReactNode>(null);
  const leave = (): void => {
    if (busy) return;
    setBusy(true);
    import('./ask-desktop.tsx')
      // Without an answer there is nothing to ask.
      .then(
        ({ askDesktop }) => askDesktop(setQuestion),
        () => false,
      )
      .then((isAsking) => (isAsking ? undefined : signOut()))
      .catch((error: unknown) => handleRefusal(error))
      .finally(() => setBusy(false));
  };
  return { busy, leave, question };
}
