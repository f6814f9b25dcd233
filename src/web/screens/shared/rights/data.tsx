import { ChoicesCard } from '#web/features/account/agreements/choices-card.tsx';
import { CopyCard } from '#web/features/rights/exports/copy-card.tsx';
import { KeepsCard } from '#web/features/rights/exports/keeps-card.tsx';
import { isOpen, requestPages, useRequests } from '#web/features/rights/requests/requests.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { info, scrollText, users, userX } from '#web/ui/marks/icons.ts';
import { PageHead } from '#web/widgets/page/page-head.tsx';
import { stepPaths } from '../account/cancellation-paths.ts';

const agreementPages = { desktop: '/pc-data-agreements', mobile: '/mobile-data-agreements' } as const;
const familyPages = { desktop: '/pc-family', mobile: '/mobile-family' } as const;

/** /pc-data and /mobile-data: Data & privacy. */
export function DataScreen() {
  return (
    <Stack>
      <PageHead />
      <CopyCard />
      <KeepsCard />
      <ChoicesCard />
      <DataRows />
    </Stack>
  );
}

/** The pages of this place. There is a family only where there is an age gate. */
function DataRows() {
  const t = useT();
  const layout = useLayout();
  const open = useRequests().data?.requests.filter(isOpen).length ?? 0;
  return (
    <Card>
      <Rows compact>
        <Row icon={scrollText} title={t('hi.title')} href={agreementPages[layout]} />
        <Row icon={info} title={t('rq.h')} value={open > 0 ? t('rq.count', { n: open }) : undefined} href={requestPages[layout]} />
        {appConfig().features.ageGate !== undefined && <Row icon={users} title={t('gd.family')} href={familyPages[layout]} />}
        <Row icon={userX} title={t('nav.delete')} href={stepPaths[layout]('statement')} />
      </Rows>
    </Card>
  );
}
