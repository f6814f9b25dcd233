import type { ReactNode } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { lastDayText } from '#web/lib/texts/time-text.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import { appPage } from '#web/widgets/account/places.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { useApps, type AuthorizedApp } from '#web/widgets/oauth-client/apps.ts';
import { movedText } from '#web/widgets/oauth-client/moved-text.ts';
import { permissionsOf } from './permissions.ts';

/** The apps with access to the account, each with its page. */
export function AppList(): ReactNode {
  const t = useT();
  const apps = useApps();
  return (
    <Card busy={apps.isPending}>
      {apps.data === undefined ? (
        <Pending of={apps} />
      ) : apps.data.length === 0 ? (
        <Empty icon={layoutGrid} title={t('ap.empty')} />
      ) : (
        <Rows>
          {apps.data.map((app) => (
            <AppRow key={app.clientID} app={app} />
          ))}
        </Rows>
      )}
    </Card>
  );
}

function AppRow({ app }: { readonly app: AuthorizedApp }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const titles = permissionsOf(app).flatMap(({ title, isLasting, line }, _, all) => {
    if (isLasting && all.length > 1) return [];
    return [line !== undefined && 'scope' in line && line.scope === 'profile' ? t('ap.profile') : title];
  });
  const facts = [
    app.moved === null ? '' : movedText(t, app.moved),
    listText(titles, 'values'),
    t('ap.used', { time: lastDayText(app.lastUsedAt) }),
  ].filter((fact) => fact !== '');
  return <Row lead={<AppIcon src={app.icon} size="s" />} title={app.name} note={facts.join(' · ')} href={appPage(app.clientID, layout)} />;
}
