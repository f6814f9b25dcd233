import type { ReactNode } from 'react';
import { AppPage } from '#web/features/developer/app-page.tsx';
import { AppSections } from '#web/features/developer/app-sections.tsx';
import { Overview } from '#web/features/developer/overview.tsx';

/** /developer/apps/:id: an app at a glance; on narrow screens with the list of its sections. */
export function DeveloperOverviewScreen(): ReactNode {
  return (
    <AppPage>
      {(app) => (
        <>
          <Overview app={app} />
          <AppSections id={app.clientID} />
        </>
      )}
    </AppPage>
  );
}
