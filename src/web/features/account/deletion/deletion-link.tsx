import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { userX } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';

const pages = { desktop: '/cancellation', mobile: '/mobile-cancellation/statement' } as const;

/** The way to the deletion of the account, on the page of the data. */
export function DeletionLinkCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={userX} />} title={t('nav.delete')} href={pages[layout]} />
      </Rows>
    </Card>
  );
}
