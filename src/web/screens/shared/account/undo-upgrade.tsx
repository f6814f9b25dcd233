import type { ReactNode } from 'react';
import { UndoMergeCard } from '#web/features/account/upgrade/undo-merge-card.tsx';

/** /undo-upgrade?token=, in SMS /u#token */
export function UndoUpgradeScreen(): ReactNode {
  return <UndoMergeCard />;
}
