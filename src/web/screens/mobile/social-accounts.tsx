import type { ReactNode } from 'react';
import { BindingsCard } from '#web/features/bindings/bindings-card.tsx';
import { navigate } from '#web/lib/navigation.ts';

/** /mobile-social-accounts: Social accounts. Unbinding is a page of its own. */
export function MobileSocialAccountsScreen(): ReactNode {
  return <BindingsCard onUnbind={(platform) => navigate(`/mobile-unbind?platform=${platform}`)} />;
}
