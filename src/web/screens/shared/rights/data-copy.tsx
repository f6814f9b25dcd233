import type { ReactNode } from 'react';
import { CopyList } from '#web/features/rights/exports/copy-list.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-data-copy and /mobile-data-copy: Copies of your data. */
export function DataCopyScreen(): ReactNode {
  const t = useT();
  return (
    <Stack>
      <PageHead>{t('ex.what')}</PageHead>
      <CopyList />
    </Stack>
  );
}
