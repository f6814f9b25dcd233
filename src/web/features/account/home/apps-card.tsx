import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { layoutGrid } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { useApps } from '#web/widgets/oauth-client/apps.ts';
import { shownOnHome } from './shown-on-home.ts';

/** The apps with the latest consents (brief 3.2). */
export function AppsCard(): ReactNode {
  const t = useT();
  const apps = useApps();
  const failure = failureOf(apps);
  return (
    <Card
      title={t('home.apps')}
      busy={apps.data === undefined && failure === undefined}
      aside={
        <Link variant="more" href="/pc-application" label={`${t('btn.view')}: ${t('home.apps')}`}>
          {t('btn.view')}
        </Link>
      }
    >
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : apps.data === undefined ? (
        <Skeleton />
      ) : apps.data.length === 0 ? (
        <Rows>
          <Row lead={<Tile icon={layoutGrid} />} title={t('ap.empty.h')} note={t('ap.empty.b')} />
        </Rows>
      ) : (
        <Rows>
          {apps.data.slice(0, shownOnHome).map(({ clientID, icon, name, authorizedAt }) => (
            <Row key={clientID} lead={<AppIcon src={icon} size="s" />} title={name} note={t('ap.on', { date: dayText(authorizedAt) })} />
          ))}
        </Rows>
      )}
    </Card>
  );
}
