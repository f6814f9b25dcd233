import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { TryHead, TryIt } from '#web/features/apps/developer/try-it/try-it.tsx';

/** /developer/apps/:id/try: a trial sign-in. */
export function DeveloperTryScreen(): ReactNode {
  return <AppPage head={<TryHead />}>{(app) => <TryIt key={app.clientID} app={app} />}</AppPage>;
}
