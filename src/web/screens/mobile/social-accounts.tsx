import type { ReactNode } from 'react';
import { SocialAccountsCard } from '#web/features/social-accounts/social-accounts-card.tsx';
import { navigate } from '#web/lib/router.ts';

/** /mobile-social-accounts: Social accounts. Unbinding has its own page. */
export function MobileSocialAccountsScreen(): ReactNode {
  return <SocialAccountsCard onUnbind={(platform) => navigate(`/mobile-unbind?platform=${platform}`)} />;
}
