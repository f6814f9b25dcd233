import { useState, type ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { SocialAccountsCard } from '#web/features/account/social-accounts/social-accounts-card.tsx';
import { unbindablePlatform } from '#web/features/account/social-accounts/unbindable.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { UnbindQuestion } from '#web/widgets/sign-in/unbind-question.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-social-accounts: Social accounts. */
export function SocialAccountsScreen(): ReactNode {
  const [unbinding, setUnbinding] = useState<Platform>();
  return (
    <Stack>
      <PageHead />
      <SocialAccountsCard onUnbind={setUnbinding} />
      <UnbindQuestion
        open={unbinding !== undefined}
        what={unbinding && unbindablePlatform(unbinding)}
        onClose={() => setUnbinding(undefined)}
      />
    </Stack>
  );
}
