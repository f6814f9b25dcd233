import type { ReactNode } from 'react';
import { ChoicesCard } from '#web/features/account/agreements/choices-card.tsx';
import { AgreementsLinkCard } from '#web/features/account/agreements/agreements-link.tsx';
import { DeletionLinkCard } from '#web/features/account/deletion/deletion-link.tsx';
import { CopyCard } from '#web/features/rights/exports/get-copy.tsx';
import { Topics } from '#web/features/rights/exports/topics.tsx';
import { FamilyLinkCard } from '#web/features/rights/family/family-link.tsx';
import { RequestsLinkCard } from '#web/features/rights/requests/requests-link.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-data and /mobile-data: Your data. */
export function DataScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <CopyCard />
      <Topics />
      <ChoicesCard />
      <AgreementsLinkCard />
      <RequestsLinkCard />
      <FamilyLinkCard />
      <DeletionLinkCard />
    </Stack>
  );
}
