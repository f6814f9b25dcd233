import type { ReactNode } from 'react';
import { FamilyPanel } from '#web/features/rights/family/family-panel.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-family and /mobile-family: a child's guardians, or a guardian's children. */
export function FamilyScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('gd.familySub')}</PageHead>
      <FamilyPanel />
    </>
  );
}
