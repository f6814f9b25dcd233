import type { ReactNode } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Row } from '#web/ui/layout/rows.tsx';
import { cloud } from '#web/ui/marks/icons.ts';
import { useSettings } from './settings.ts';

const pages = { desktop: '/pc-settings-sync', mobile: '/mobile-settings-sync' } as const;

/** The way to the stored settings, on the page of the devices, which does not wait for their state. */
export function SettingsRow(): ReactNode {
  const t = useT();
  const { data } = useSettings();
  return (
    <Row
      icon={cloud}
      title={t('sy.title')}
      value={data && t(data.enabled ? 'sy.on' : 'sy.off')}
      muted={data?.enabled === false}
      href={pages[useLayout()]}
    />
  );
}
