import { useState, type ReactNode } from 'react';
import { useT, translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { navigate } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { keyRound } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { useAccount, accountKey } from '#web/widgets/account/account.ts';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';
import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { Question } from '#web/widgets/page/question.tsx';
import type { Opened } from '#web/ui/feedback/dialog.tsx';

/** The password of an account that can do without: removes it, or sets one again. */
export function PasswordCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { data: account } = useAccount();
  const [asking, setAsking] = useState(false);
  if (account === undefined) return null;
  const isGone = account.password_empty;
  if (isGone ? account.passwordNeeded : !account.passwordRemovable) return null;
  const set = (): void => navigate(signInMethods(account).find(({ kind }) => kind === 'password')?.paths[layout] ?? '/');
  // One button for both, so that it keeps the focus after a removal.
  return (
    <Card>
      <Rows>
        <Row
          lead={<Tile icon={keyRound} />}
          title={t('sec.pw')}
          note={t(isGone ? 'pw.none' : 'pw.can')}
          action={
            <Button
              variant={isGone ? 'default' : 'text'}
              size="sm"
              quiet={!isGone}
              label={isGone ? `${t('btn.set')} ${t('sec.pw')}` : t('pw.remove')}
              onClick={isGone ? set : () => setAsking(true)}
            >
              {t(isGone ? 'btn.set' : 'pw.go')}
            </Button>
          }
        />
      </Rows>
      <PasswordRemoval open={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

/** Asks before the password is removed, and says what else ends. */
function PasswordRemoval({ open, onClose }: Opened): ReactNode {
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
