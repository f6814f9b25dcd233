import { useState, type ReactNode } from 'react';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { EndCard } from '../app-secrets/end-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { PendingNotice } from '../pending-notice.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { OwnApp } from '../use-developer.ts';

/** /developer/apps/:id/settings: all settings of an app; the last card ends it. */
export function Settings(): ReactNode {
  return <AppPage lead="dc.f.settingsLead">{(app) => <OfApp app={app} />}</AppPage>;
}

function OfApp({ app }: { readonly app: OwnApp }): ReactNode {
  // The form keeps the app as it was read: a later one of another window is a conflict of the save.
  const [base, setBase] = useState(app);
  return (
    <Stack>
      {app.pending !== null && <PendingNotice app={app} onChanged={setBase} />}
      <LogoCard app={base} onChanged={setBase} />
      <SettingsForm key={base.version} app={base} onSaved={setBase} />
      <EndCard app={app} />
    </Stack>
  );
}
