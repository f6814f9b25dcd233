import { SocialAccountsCard } from '#web/features/account/social-accounts/social-accounts-card.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { unbindPage } from '#web/widgets/sign-in/unbind-paths.ts';

/** /mobile-social-accounts: Social accounts. Unbinding has its own page. */
export function MobileSocialAccountsScreen() {
  return <SocialAccountsCard onUnbind={(platform) => navigate(unbindPage(platform))} />;
}
