import { useRef, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { handleRefusal, type RefusalHandlers } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKeep: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onRefusal: NonNullable<RefusalHandlers['onCaller']>;
}

/** The final confirmation; the safe answer has the focus. */
export function ConfirmDialog({ open, onClose, onKeep, onDelete, onRefusal }: ConfirmDialogProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await onDelete();
    } catch (error) {
      setBusy(false);
      onClose();
      handleRefusal(error, { onCaller: onRefusal });
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      busy={busy}
      initialFocus={safe}
      title={t('dl.cf.h')}
      lead={t('ex.del.15')}
      actions={
        <>
          <Button ref={safe} onClick={onKeep} disabled={busy}>
            {t('dl.cf.keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('dl.btn')}
          </Button>
        </>
      }
    />
  );
}
