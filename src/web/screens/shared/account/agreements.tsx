import type { ReactNode } from 'react';
import { AgreementsList } from '#web/features/account/agreements/agreements-list.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-data-agreements and /mobile-data-agreements: what the account has agreed to. */
export function AgreementsScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <AgreementsList />
    </Stack>
  );
}
