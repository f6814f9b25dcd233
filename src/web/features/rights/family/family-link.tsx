import type { ReactNode } from 'react';
import { appConfig } from '#web/lib/page/app-config.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { users } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';

const familyPages = { desktop: '/pc-family', mobile: '/mobile-family' } as const;

/** The way to the family, on the page of the data; only where there is an age gate. */
export function FamilyLinkCard(): ReactNode {
  const t = useT();
  const layout = useLayout();
  if (appConfig().features.ageGate === undefined) return null;
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={users} />} title={t('gd.family')} note={t('gd.familySub')} href={familyPages[layout]} />
      </Rows>
    </Card>
  );
}
