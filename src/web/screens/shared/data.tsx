import type { ReactNode } from 'react';
import { ChoicesCard } from '#web/features/agreements/choices-card.tsx';
import { AgreementsLinkCard } from '#web/features/agreements/agreements-link.tsx';
import { DeletionLinkCard } from '#web/features/deletion/deletion-link.tsx';
import { CopyCard } from '#web/features/data/get-copy.tsx';
import { Topics } from '#web/features/data/topics.tsx';
import { FamilyLinkCard } from '#web/features/family/family-link.tsx';
import { RequestsLinkCard } from '#web/features/requests/requests-link.tsx';
import { useT } from '#web/lib/i18n.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { PageHead } from './parts/page-head.tsx';

/** /pc-data and /mobile-data: Your data. */
export function DataScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('dt.sub')}</PageHead>
      <Stack>
        <CopyCard />
        <Topics />
        <ChoicesCard />
        <AgreementsLinkCard />
        <RequestsLinkCard />
        <FamilyLinkCard />
        <DeletionLinkCard />
      </Stack>
    </>
  );
}
