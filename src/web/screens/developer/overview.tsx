import type { ReactNode } from 'react';
import { AppPage } from '#web/features/developer/app-page.tsx';
import { Overview } from '#web/features/developer/overview.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';

/** /developer/apps/:id: an app at a glance; on narrow screens with the list of its sections. */
export function DeveloperOverviewScreen(): ReactNode {
  return <AppPage head={<SectionHead />}>{(app) => <Overview app={app} />}</AppPage>;
}
