import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { Overview } from '#web/features/apps/developer/overview.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';

/** /developer/apps/:id: an app at a glance; on narrow screens with the list of its sections. */
export function DeveloperOverviewScreen(): ReactNode {
  return <AppPage head={<SectionHead />}>{(app) => <Overview app={app} />}</AppPage>;
}
