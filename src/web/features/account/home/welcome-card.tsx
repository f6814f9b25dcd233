import { lazy, Suspense, type ReactNode } from 'react';
import { useIsWelcomed } from './welcome.ts';

const NameCard = lazy(async () => ({ default: (await import('./name-card.tsx')).NameCard }));

/** The one question to a new person. */
export function WelcomeCard(): ReactNode {
  return (
    useIsWelcomed() && (
      <Suspense>
        <NameCard />
      </Suspense>
    )
  );
}
