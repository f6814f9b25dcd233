import type { ReactNode } from 'react';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { passkeyName } from './passkey-row.tsx';
import { refreshPasskeys, type Passkey } from './passkeys.ts';
import type { Opened } from '#web/ui/feedback/dialog.tsx';

interface RemovalDialogProps extends Opened {
  readonly passkey: Passkey;
  readonly onRemoved: () => void;
}

/** Asks before a passkey is removed, and says what else ends. */
export function RemovalDialog({ passkey, open, onClose, onRemoved }: RemovalDialogProps): ReactNode {
  const t = useT();
  const { id } = passkey;

  async function remove(): Promise<void> {
    const need = { action: 'removePasskey', target: id, onWaits: onRemoved } as const;
    const removed = await withProof(need, () => call(passkeysEndpoints.removePasskey, { body: { id } }));
    if (removed === undefined) return;
    onRemoved();
    notify({ kind: 'success', text: translate('pk.removed') });
    await refreshPasskeys(removed.account).catch((error: unknown) => handleRefusal(error));
    document.querySelector<HTMLElement>('h1')?.focus();
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title={t('pk.removeT', { name: passkeyName(passkey, t) })}
      lead={
        <>
          {t('pk.removeD')} <WhatEnds action="removePasskey" />
        </>
      }
      verb={t('pk.remove')}
      act={remove}
    />
  );
}
