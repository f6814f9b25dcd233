import { useState, type ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { SocialAccountsCard } from '#web/features/account/social-accounts/social-accounts-card.tsx';
import { unbindablePlatform } from '#web/features/account/social-accounts/unbindable.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { UnbindQuestion } from '#web/widgets/sign-in/unbind-question.tsx';
import css from './security.module.css';

/** /pc-social-accounts: Social accounts. */
export function SocialAccountsScreen(): ReactNode {
  const t = useT();
  const { title } = useRouteTitle();
  const [unbinding, setUnbinding] = useState<Platform>();
  return (
    <Stack>
      <header className={css['head']}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{t('sec.socialNote')}</p>
      </header>
      <SocialAccountsCard onUnbind={setUnbinding} />
      <UnbindQuestion
        open={unbinding !== undefined}
        what={unbinding && unbindablePlatform(unbinding)}
        onClose={() => setUnbinding(undefined)}
      />
    </Stack>
  );
}
