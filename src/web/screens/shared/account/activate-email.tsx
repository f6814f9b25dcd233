import type { ReactNode } from 'react';
import { ActivateEmailCard } from '#web/features/account/contacts/activate-email-card.tsx';

/** /activate-email?token= */
export function ActivateEmailScreen(): ReactNode {
  return <ActivateEmailCard />;
}
