import { useRef, useState, type ReactNode } from 'react';
import { passwordEndpoints } from '#contract/endpoints/password.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import { call } from '#web/lib/api.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { isRefusal } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';

interface PasswordRemovalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before the password is removed, and says what else ends. */
export function PasswordRemoval({ open, onClose }: PasswordRemovalProps): ReactNode {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      const removed = await withProof({ action: 'removePassword', onWaits: onClose }, () =>
        call(passwordEndpoints.removePassword, { body: {} }),
      );
      if (removed === undefined) return;
      onClose();
      accountCache.setQueryData<AccountView>(accountKey, removed.account);
      notify({ kind: 'success', text: translate('pw.removed') });
    } catch (error) {
      // Another tab removed the last passkey: the row goes with it.
      if (isRefusal(error, 'lastWayIn')) void accountCache.invalidateQueries({ queryKey: accountKey });
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
      title={t('pw.removeT')}
      lead={
        <>
          {t('pw.removeD')} <WhatEnds action="removePassword" />
        </>
      }
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('btn.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('pw.remove')}
          </Button>
        </>
      }
    />
  );
}
