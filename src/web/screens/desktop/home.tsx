import { IdentityCard } from '#web/features/account/home/identity-card.tsx';
import { LastSignIn } from '#web/features/account/home/last-sign-in.tsx';
import { MethodsCard } from '#web/features/account/home/methods-card.tsx';
import { AppsCard, RecentDevicesCard } from '#web/features/account/home/place-cards.tsx';
import { UpgradeCard } from '#web/features/account/home/upgrade-card.tsx';
import { WelcomeCard } from '#web/features/account/home/welcome-card.tsx';
import { CheckupLine } from '#web/features/protection/checkup/checkup-cards.tsx';
import { PasskeyOffer } from '#web/features/sign-in/passkeys/passkey-offer.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './home.module.css';

/** /pc-account-home: User Center. */
export function DesktopHomeScreen() {
  return (
    <Stack>
      <IdentityCard />
      <CheckupLine />
      <PasskeyOffer />
      <WelcomeCard />
      <UpgradeCard />
      <MethodsCard />
      <div className={css['pair']}>
        <RecentDevicesCard />
        <AppsCard />
      </div>
      <LastSignIn />
    </Stack>
  );
}
