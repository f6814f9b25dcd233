import type { ReactNode } from 'react';
import { AppsCard } from '#web/features/account/home/apps-card.tsx';
import { SocialTilesCard } from '#web/features/account/social-accounts/social-tiles-card.tsx';
import { IdentityCard } from '#web/features/account/home/identity-card.tsx';
import { RecentDevicesCard } from '#web/features/account/home/recent-devices-card.tsx';
import { SecurityCard } from '#web/features/account/home/security-card.tsx';
import { UpgradeCard } from '#web/features/account/home/upgrade-card.tsx';
import { AddedLately } from '#web/features/protection/security/added-lately.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import css from './home.module.css';

/** /pc-account-home: User Center. */
export function DesktopHomeScreen(): ReactNode {
  return (
    <Stack>
      <IdentityCard />
      <AddedLately removal={(way) => ({ href: way === 'passkey' ? '/pc-passkeys' : `/pc-security?unbind=${way}` })} />
      <UpgradeCard />
      <SecurityCard />
      <div className={css['pair']}>
        <RecentDevicesCard />
        <AppsCard />
      </div>
      <SocialTilesCard />
    </Stack>
  );
}
