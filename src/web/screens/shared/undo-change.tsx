import type { ReactNode } from 'react';
import { UndoChangeCard } from '#web/features/contacts/undo-change-card.tsx';

/** /undo-change?token= */
export function UndoChangeScreen(): ReactNode {
  return <UndoChangeCard />;
}
