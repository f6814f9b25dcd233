import type { ReactNode } from 'react';
import { AppsCard } from '#web/features/home/apps-card.tsx';
import { SocialTilesCard } from '#web/features/social-accounts/social-tiles-card.tsx';
import { IdentityCard } from '#web/features/home/identity-card.tsx';
import { RecentDevicesCard } from '#web/features/home/recent-devices-card.tsx';
import { SecurityCard } from '#web/features/home/security-card.tsx';
import { UpgradeCard } from '#web/features/home/upgrade-card.tsx';
import { AddedLately } from '#web/features/security/added-lately.tsx';
import { Stack } from '#web/ui/stack.tsx';
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
