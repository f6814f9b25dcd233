import { useState, type ReactNode } from 'react';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { BindingsCard } from '#web/features/bindings/bindings-card.tsx';
import { UnbindSocialDialog } from '#web/features/bindings/unbind-social-dialog.tsx';
import { useT } from '#web/lib/i18n.tsx';
import { useRouteTitle } from '#web/lib/navigation.ts';
import css from './security.module.css';

/** /pc-social-accounts: Social accounts. */
export function SocialAccountsScreen(): ReactNode {
  const t = useT();
  const { title } = useRouteTitle();
  const [unbinding, setUnbinding] = useState<Platform>();
  return (
    <div className={css['stack']}>
      <header className={css['head']}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{t('sec.socialNote')}</p>
      </header>
      <BindingsCard onUnbind={setUnbinding} />
      <UnbindSocialDialog platform={unbinding} onClose={() => setUnbinding(undefined)} />
    </div>
  );
}
