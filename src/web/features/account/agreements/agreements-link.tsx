import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { bookOpen } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';

const pages = { desktop: '/pc-data-agreements', mobile: '/mobile-data-agreements' } as const;

/** The link to the account's agreements, on the page of the data. */
export function AgreementsLinkCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={bookOpen} />} title={t('hi.title')} note={t('hi.note')} href={pages[layout]} />
      </Rows>
    </Card>
  );
}
