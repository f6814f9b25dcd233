import { lazy, Suspense, useState, type ReactNode } from 'react';

const Dialog = lazy(async () => ({ default: (await import('./freeze-dialog.tsx')).FreezeDialog }));

/** The question before a freeze: what opens it, and where it stands. It loads when it is asked for the first time. */
export function useFreezeQuestion(): { readonly ask: () => void; readonly question: ReactNode } {
  const [asking, setAsking] = useState<boolean>();
  return {
    ask: () => setAsking(true),
    question: asking !== undefined && (
      <Suspense>
        <Dialog open={asking} onClose={() => setAsking(false)} />
      </Suspense>
    ),
  };
}
