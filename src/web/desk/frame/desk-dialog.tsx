import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { t } from '#web/desk/texts.ts';

interface DeskDialogProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly verb: string;
  readonly isDanger?: boolean;
  /** An act on a person: read out at once. */
  readonly isAct?: boolean;
  /** While it is sent, nothing closes. */
  readonly busy?: boolean;
  /** False while something is missing. */
  readonly isReady?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of the desk: its fields, Cancel and its verb. */
export function DeskDialog(props: DeskDialogProps) {
  const { title, lead, verb, isDanger = false, isAct = false, busy = false, isReady = true, onSend, onClose, children } = props;
  return (
    <Dialog
      open
      busy={busy}
      size="m"
      kind={isAct ? 'alert' : 'dialog'}
      onClose={onClose}
      title={title}
      lead={lead}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('dk.cancel')}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} busy={busy} disabled={!isReady} onClick={onSend}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
