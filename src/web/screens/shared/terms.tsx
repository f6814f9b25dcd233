import type { ReactNode } from 'react';
import { signOut } from '#web/features/sign-out/sign-out.ts';
import { TermsCard } from '#web/features/agreements/terms-card.tsx';

/** /terms?redirect=…: changed agreements that wait for an answer. */
export function TermsScreen(): ReactNode {
  return <TermsCard onSignOut={signOut} />;
}
