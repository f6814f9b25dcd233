import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Card } from '#web/ui/card.tsx';
import { bookOpen } from '#web/ui/icons.ts';
import { Row, Rows, Tile } from '#web/ui/rows.tsx';

/** The link to the account's agreements, on the Security page. */
export function AgreementsLinkCard(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={bookOpen} />} title={t('hi.title')} note={t('hi.note')} href="/pc-data-agreements" />
      </Rows>
    </Card>
  );
}
