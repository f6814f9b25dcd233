import { useRef, useState, type ReactNode } from 'react';
import { translate, useT, type MessageKey } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { isRefusal } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';

interface RemovalDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead: string;
  readonly done: MessageKey;
  readonly need?: ProofNeed;
  readonly remove: () => Promise<unknown>;
  readonly after: () => Promise<void>;
}

/** Asks before something of an app is removed. A thing that is already gone counts as removed. */
export function RemovalDialog({ open, onClose, title, lead, done, need, remove, after }: RemovalDialogProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      if ((await withProof(need ?? {}, () => gone(remove))) === undefined) return;
      onClose();
      notify({ kind: 'success', text: translate(done) });
      await after();
    } catch (error) {
      handleRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      busy={busy}
      initialFocus={safe}
      title={title}
      lead={lead}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void act()}>
            {t('dc.remove')}
          </Button>
        </>
      }
    />
  );
}

async function gone(remove: () => Promise<unknown>): Promise<true> {
  try {
    await remove();
  } catch (error) {
    if (!isRefusal(error, 'notFound')) throw error;
  }
  return true;
}
