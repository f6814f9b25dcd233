import type { ReactNode } from 'react';
import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { Question } from '#web/widgets/page/question.tsx';

interface PasswordRemovalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before the password is removed, and says what else ends. */
export function PasswordRemoval({ open, onClose }: PasswordRemovalProps): ReactNode {
  const t = useT();

  async function remove(): Promise<void> {
    const removed = await withProof({ action: 'removePassword', onWaits: onClose }, () =>
      call(passwordEndpoints.removePassword, { body: {} }),
    );
    if (removed === undefined) return;
    onClose();
    accountCache.setQueryData<AccountView>(accountKey, removed.account);
    notify({ kind: 'success', text: translate('pw.removed') });
  }

  return (
    <Question
      open={open}
      onClose={onClose}
      title={t('pw.removeT')}
      lead={
        <>
          {t('pw.removeD')} <WhatEnds action="removePassword" />
        </>
      }
      verb={t('pw.remove')}
      act={remove}
      onRefusal={(error) => {
        // Another tab removed the last passkey: the row goes with it.
        if (isRefusal(error, 'lastWayIn')) void accountCache.invalidateQueries({ queryKey: accountKey });
        handleRefusal(error);
      }}
    />
  );
}
