import { lazy, Suspense, type ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import css from './welcome-card.module.css';
import { useIsWelcomed } from './welcome.ts';

const NameCard = lazy(async () => ({ default: (await import('./name-card.tsx')).NameCard }));

/** The one question to a new person. Its place is kept while it loads, so that it moves nothing from under a pointer. */
export function WelcomeCard(): ReactNode {
  return (
    useIsWelcomed() && (
      <Suspense fallback={<Card busy className={css['place']} />}>
        <NameCard />
      </Suspense>
    )
  );
}
