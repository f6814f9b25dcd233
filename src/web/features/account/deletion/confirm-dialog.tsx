import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal, type RefusalHandlers } from '#web/lib/api/refusals.ts';
import { Question } from '#web/widgets/page/question.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKeep: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onRefusal: NonNullable<RefusalHandlers['onCaller']>;
}

/** The final confirmation. */
export function ConfirmDialog({ open, onClose, onKeep, onDelete, onRefusal }: ConfirmDialogProps): ReactNode {
  const t = useT();
  return (
    <Question
      open={open}
      onClose={onClose}
      title={t('dl.cf.h')}
      lead={t('dl.cf.b')}
      keep={{ verb: t('dl.cf.keep'), onPress: onKeep }}
      verb={t('dl.btn')}
      act={onDelete}
      onRefusal={(error) => {
        onClose();
        handleRefusal(error, { onCaller: onRefusal });
      }}
    />
  );
}
