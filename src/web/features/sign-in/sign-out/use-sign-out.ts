import { useState, type ReactNode } from 'react';
import { signOut } from './sign-out.ts';
import { useAct } from '#web/lib/api/use-act.ts';

/**
 * Signs out of this browser. Where it has signed in the desktop of its computer, `question` asks first whether that one
 * goes along; show it on the page.
 */
export function useSignOut(): { readonly busy: boolean; readonly leave: () => void; readonly question: ReactNode } {
  const [busy, act] = useAct();
  const [question, setQuestion] = useState<ReactNode>(null);
  const leave = (): void => {
    if (busy) return;
    void act(() =>
      import('./ask-desktop.tsx')
        // Without an answer there is nothing to ask.
        .then(
          ({ askDesktop }) => askDesktop(setQuestion),
          () => false,
        )
        .then((isAsking) => (isAsking ? undefined : signOut())),
    );
  };
  return { busy, leave, question };
}
