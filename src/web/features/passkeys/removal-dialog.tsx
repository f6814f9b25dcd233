import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { leaveList } from '#web/ui/leaving-row.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { passkeyName } from './passkey-row.tsx';
import { refreshPasskeys, type Passkey } from './passkeys.ts';

interface RemovalDialogProps {
  readonly passkey: Passkey;
  readonly row: Element | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before a passkey is removed, and says what else ends. */
export function RemovalDialog({ passkey, row, open, onClose }: RemovalDialogProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const { id } = passkey;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      const need = { action: 'removePasskey', target: id, onWaits: onClose } as const;
      const removed = await withProof(need, () => call(passkeysEndpoints.removePasskey, { body: { id } }));
      if (removed === undefined) return;
      // Synchronously, so that the dialog returns the focus before it moves on.
      flushSync(onClose);
      notify({ kind: 'success', text: translate('pk.removed') });
      const refreshed = (): void => void refreshPasskeys(removed.account).catch((error: unknown) => handleRefusal(error));
      if (row === null) refreshed();
      else await leaveList(row, refreshed);
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
      title={t('pk.removeT', { name: passkeyName(passkey, t) })}
      lead={
        <>
          {t('pk.removeD')} <WhatEnds action="removePasskey" />
        </>
      }
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('pk.remove')}
          </Button>
        </>
      }
    />
  );
}
