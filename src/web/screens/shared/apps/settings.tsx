import type { ReactNode } from 'react';
import { SettingsList } from '#web/features/apps/settings/settings-list.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-settings-sync and /mobile-settings-sync: Settings sync. */
export function SettingsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('sy.sub')}</PageHead>
      <SettingsList />
    </>
  );
}
