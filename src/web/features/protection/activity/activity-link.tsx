import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { bell, clock, listChecks, mail } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';

/** The ways to the account's events, recommendations and messages, on the Security page. */
export function ActivityLinkCard(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={clock} />} title={t('title.activity')} note={t('sec.activityNote')} href="/pc-activity" />
        <Row lead={<Tile icon={listChecks} />} title={t('sec.checkup')} note={t('sec.checkupNote')} href="/pc-checkup" />
        <Row lead={<Tile icon={bell} />} title={t('sec.notices')} note={t('sec.noticesNote')} href="/pc-notices" />
        <Row lead={<Tile icon={mail} />} title={t('sec.messages')} note={t('sec.messagesNote')} href="/pc-transparency" />
      </Rows>
    </Card>
  );
}
