import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { userX } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';

/** The link to account deletion. */
export function DeleteAccountCard(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={userX} />} title={t('sec.danger')} note={t('sec.dangerNote')} href="/cancellation" />
      </Rows>
    </Card>
  );
}
