import type { ReactNode } from 'react';
import { NoticesForm } from '#web/features/protection/notices/notices-form.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-notices and /mobile-notices: Notices. */
export function NoticesScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <NoticesForm />
    </Stack>
  );
}
