import { useState, type ReactNode } from 'react';
import { MobileIdentityCard } from '#web/features/account/home/mobile-identity-card.tsx';
import { PlaceRows } from '#web/features/account/home/place-rows.tsx';
import { UpgradeCard } from '#web/features/account/home/upgrade-card.tsx';
import { WelcomeCard } from '#web/features/account/home/welcome-card.tsx';
import { CheckupLine } from '#web/features/protection/checkup/checkup-cards.tsx';
import { useSignOut } from '#web/features/sign-in/sign-out/use-sign-out.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { PasskeyOffer } from '#web/features/sign-in/passkeys/passkey-offer.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { logOut } from '#web/ui/marks/icons.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';

/** /mobile-account-home: User Center. Sign-out needs confirmation, because the row is easily touched by accident. */
export function MobileHomeScreen(): ReactNode {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { busy, leave, question } = useSignOut();
  return (
    <Stack>
      <MobileIdentityCard />
      <CheckupLine />
      <PasskeyOffer />
      <WelcomeCard />
      <UpgradeCard />
      <PlaceRows />
      <Card>
        <Rows>
          <Row icon={logOut} title={t('head.logout')} onClick={() => setAsking(true)} acts />
        </Rows>
      </Card>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('home.out.h')}
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
    </Stack>
  );
}
