import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { lock } from '#web/ui/marks/icons.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppList } from './app-list.tsx';
import { GuideCards } from '../guides/guide-cards.tsx';
import { OfferedApps } from './offered-apps.tsx';
import { StartCard } from '../registration/start-card.tsx';
import { useDeveloper } from '../use-developer.ts';

/** All apps of the person, or the way into the Developer Center. */
export function DeveloperHome(): ReactNode {
  const t = useT();
  const developer = useDeveloper();
  const failure = failureOf(developer);
  if (failure !== undefined || developer.data === undefined) {
    return <Card busy={failure === undefined}>{failure === undefined ? <Skeleton /> : <ErrorCard {...failure} />}</Card>;
  }
  const { data } = developer;
  return (
    <Stack>
      {data.offered.length > 0 && <OfferedApps apps={data.offered} />}
      {!data.open && data.apps.length === 0 ? (
        <Card>
          <Empty icon={lock} title={t('dc.closed.h')}>
            {t('dc.closed.b')}
          </Empty>
        </Card>
      ) : data.open && !data.started ? (
        <StartCard developer={data} />
      ) : (
        <>
          <AppList apps={data.apps} />
          <GuideCards />
        </>
      )}
    </Stack>
  );
}
