import type { ReactNode } from 'react';
import { GuardianCard } from '#web/features/rights/family/guardian-card.tsx';

/** /guardian#token: what the link of a child opens. */
export function GuardianScreen(): ReactNode {
  return <GuardianCard />;
}
