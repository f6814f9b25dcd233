import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Row } from '#web/ui/layout/rows.tsx';
import { appsPlace } from '#web/widgets/account/places.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { useApps } from '#web/widgets/oauth-client/apps.ts';
import { PlaceCard } from './place-card.tsx';

/** The apps that were used last. */
export function AppsCard(): ReactNode {
  const t = useT();
  const apps = useApps();
  return (
    <PlaceCard place={appsPlace} list={apps} all="home.allApps" empty="ap.empty">
      {({ clientID, icon, name, lastUsedAt }) => (
        <Row
          key={clientID}
          lead={<AppIcon src={icon} size="s" />}
          title={name}
          note={atStart(t('ap.used', { time: lastSeenText(lastUsedAt) }))}
        />
      )}
    </PlaceCard>
  );
}
