import { useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { navigate } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { keyRound } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Tile } from '#web/ui/layout/badge.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { signInMethods } from '#web/widgets/sign-in/sign-in-methods.ts';
import { PasswordRemoval } from './password-removal.tsx';

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
