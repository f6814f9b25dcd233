import { useState, type ReactNode } from 'react';
import { MobileGroups } from '#web/features/account/home/mobile-groups.tsx';
import { MobileIdentityCard } from '#web/features/account/home/mobile-identity-card.tsx';
import { UpgradeCard } from '#web/features/account/home/upgrade-card.tsx';
import { AddedLately } from '#web/features/protection/security/added-lately.tsx';
import { useSignOut } from '#web/features/sign-in/sign-out/use-sign-out.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { unbindPage } from '#web/widgets/sign-in/unbind-paths.ts';
import css from './home.module.css';

/** /mobile-account-home: User Center. Sign-out needs confirmation, because the row is easily touched by accident. */
export function MobileHomeScreen(): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { busy, leave, question } = useSignOut();
  return (
    <>
      <MobileIdentityCard />
      <div className={css['notices']}>
        <AddedLately removal={(way) => ({ href: unbindPage(way) })} />
        <UpgradeCard />
      </div>
      <MobileGroups onSignOut={() => setAsking(true)} />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('home.out.h')}
        lead={t('home.out.b')}
        busy={busy}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('btn.cancel')}</Button>
            <Button variant="primary" busy={busy} onClick={leave}>
              {t('head.logout')}
            </Button>
          </>
        }
      />
      {question}
    </>
  );
}
