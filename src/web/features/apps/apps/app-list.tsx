import { useState, type MouseEvent, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { failureOf } from '#web/lib/api/failure.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import { Rows } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useApps, type AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import { AppDialog } from './app-dialog.tsx';
import type { AppQuestion, Asked } from './app-question.ts';
import { AppRow } from './app-row.tsx';

/**
 * The apps with access to the account, their scopes, and a way to revoke each (brief 3.4). On narrow screens a row
 * opens a sheet.
 */
export function AppList(): ReactNode {
  const t = useT();
  const isMobile = useLayout() === 'mobile';
  const apps = useApps();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const failure = failureOf(apps);

  function ask(app: AuthorizedApp, question: AppQuestion, event: MouseEvent<HTMLButtonElement>): void {
    setAsked({ app, question, row: event.currentTarget.closest('li') });
    setOpen(true);
  }

  return (
    <Card busy={apps.data === undefined && failure === undefined}>
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : apps.data === undefined ? (
        <Skeleton />
      ) : apps.data.length === 0 ? (
        <Empty icon={layoutGrid} title={t('ap.empty')} />
      ) : (
        <Rows>
          {apps.data.map((app) => (
            <AppRow key={app.clientID} app={app} opens={isMobile} onAsk={(question, event) => ask(app, question, event)} />
          ))}
        </Rows>
      )}
      {asked !== undefined && <AppDialog asked={asked} open={open} onAsk={setAsked} onClose={() => setOpen(false)} />}
    </Card>
  );
}
