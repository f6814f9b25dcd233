import type { ReactNode } from 'react';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from './app-page.tsx';
import { AppHead } from './app-head.tsx';
import { AppSections } from './app-sections.tsx';
import { ConnectCard } from './guides/connect-card.tsx';
import { LastFailures } from './logs/last-failures.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { TodoCard } from './registration/todo-card.tsx';
import { UsageCard } from './home/usage-card.tsx';
import type { OwnApp } from './use-developer.ts';

/** /developer/apps/:id: an app at a glance: its state, what is missing, sign-ins, the last failures, and what a program needs to connect. */
export function Overview(): ReactNode {
  return <AppPage hasHead>{(app) => <Glance app={app} />}</AppPage>;
}

function Glance({ app }: { readonly app: OwnApp }): ReactNode {
  return (
    <>
      <AppHead app={app} />
      <Stack>
        {app.pending !== null && <PendingNotice app={app} />}
        {(app.state === 'test' || app.state === 'review') && <TodoCard app={app} />}
        <AppSections id={app.clientID} />
        <UsageCard id={app.clientID} />
        <LastFailures id={app.clientID} />
        <ConnectCard app={app} />
      </Stack>
    </>
  );
}
