import type { ReactNode } from 'react';
import { PasskeysCard } from '#web/features/passkeys/passkeys-card.tsx';
import { useT } from '#web/lib/i18n.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { PageHead } from './parts/page-head.tsx';

/** /pc-passkeys and /mobile-passkeys: everything that protects the account, one card for each list. */
export function PasskeysScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('pt.lead')}</PageHead>
      <Stack>
        <PasskeysCard />
      </Stack>
    </>
  );
}
