import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { Card } from '#web/ui/card.tsx';
import { clock } from '#web/ui/icons.ts';
import { Row, Rows, Tile } from '#web/ui/rows.tsx';

/** The link to the account's events, on the Security page. */
export function ActivityLinkCard(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={clock} />} title={t('title.activity')} note={t('sec.activityNote')} href="/pc-activity" />
      </Rows>
    </Card>
  );
}
