import type { ReactNode } from 'react';
import { TransparencyPanel } from '#web/features/rights/transparency/transparency-panel.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-transparency and /mobile-transparency: Messages and access. */
export function TransparencyScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('tp.sub')}</PageHead>
      <TransparencyPanel />
    </>
  );
}
