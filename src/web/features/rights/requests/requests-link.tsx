import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { mail } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { requestPages } from './requests.ts';

/** The link to the account's questions and requests, on the page of the data. */
export function RequestsLinkCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={mail} />} title={t('rq.h')} note={t('rq.note')} href={requestPages[layout]} />
      </Rows>
    </Card>
  );
}
