import type { ReactNode } from 'react';
import { PasskeysCard } from '#web/features/sign-in/passkeys/passkeys-card.tsx';
import { PasswordCard } from '#web/features/sign-in/password/password-card.tsx';
import { TwoStepCards } from '#web/features/sign-in/two-step/two-step-card.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { shieldCheck } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-passkeys and /mobile-passkeys: everything that protects the account, one card for each list. */
export function PasskeysScreen(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { data: account } = useAccount();
  return (
    <>
      <PageHead>{t('pt.lead')}</PageHead>
      <Stack>
        <PasskeysCard />
        <TwoStepCards wizard={layout === 'mobile' ? '/mobile-two-step' : '/pc-two-step'} />
        <PasswordCard />
        {account?.twoStep.enabled === true && (
          <Notice icon={shieldCheck} title={t('pt.howT')}>
            {t('pt.how')}
          </Notice>
        )}
      </Stack>
    </>
  );
}
