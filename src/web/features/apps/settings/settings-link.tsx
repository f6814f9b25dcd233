import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { settings } from '#web/ui/marks/icons.ts';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';

const pages = { desktop: '/pc-settings-sync', mobile: '/mobile-settings-sync' } as const;

/** The way to the stored settings, on the page of the devices. */
export function SettingsLinkCard(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={settings} />} title={t('sy.title')} note={t('sy.devNote')} href={pages[useLayout()]} />
      </Rows>
    </Card>
  );
}
