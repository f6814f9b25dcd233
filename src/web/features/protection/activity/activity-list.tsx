import { Fragment, type ReactNode } from 'react';
import { activityGroups, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery, useRoutePath, navigate } from '#web/lib/page/router.ts';
import { dayHeading } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { bell, clock, listChecks, mail } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { FreezeCard } from '#web/widgets/freeze/freeze-card.tsx';
import { useActivity, type Entry } from './activity.ts';
import { ActivityRow } from './activity-row.tsx';
import css from './activity-list.module.css';

const filters: readonly Exclude<ActivityGroup, 'other'>[] = activityGroups.filter((group) => group !== 'other');
const devicePages = { desktop: '/device', mobile: '/mobile-device-info' } as const;

/** The account's events by day, with filters in the URL. */
export function ActivityList(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const kind = useQuery().get('kind');
  const group = filters.find((each) => each === kind);
  return (
    <Stack>
      <Filters chosen={group} />
      <Events key={group} group={group} />
      {layout === 'mobile' && (
        <>
          <MoreLinks />
          <FreezeCard />
        </>
      )}
      <Notice
        title={t('ac.unknown')}
        action={
          <Link variant="more" href={devicePages[layout]}>
            {t('nav.devices')}
          </Link>
        }
      >
        {t('ac.unknownB')}
      </Notice>
    </Stack>
  );
}

/** On wide screens they are on the Security page. */
function MoreLinks(): ReactNode {
  const t = useT();
  return (
    <Card>
      <Rows>
        <Row lead={<Tile icon={listChecks} />} title={t('sec.checkup')} note={t('sec.checkupNote')} href="/mobile-checkup" />
        <Row lead={<Tile icon={bell} />} title={t('sec.notices')} note={t('sec.noticesNote')} href="/mobile-notices" />
        <Row lead={<Tile icon={mail} />} title={t('sec.messages')} note={t('sec.messagesNote')} href="/mobile-transparency" />
      </Rows>
    </Card>
  );
}

function Filters({ chosen }: { readonly chosen: ActivityGroup | undefined }): ReactNode {
  const t = useT();
  const path = useRoutePath();
  return (
    <nav aria-label={t('ac.filter')}>
      <ul className={css['filters']}>
        {[undefined, ...filters].map((group) => (
          <li key={group ?? 'all'}>
            <Link
              variant="bare"
              className={css['chip']}
              href={group === undefined ? path : `${path}?kind=${group}`}
              current={group === chosen}
              replace
            >
              {t(`ac.f.${group ?? 'all'}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Events({ group }: { readonly group: ActivityGroup | undefined }): ReactNode {
  const t = useT();
  const activity = useActivity(group);
  const failure = failureOf(activity);
  if (failure !== undefined) {
    return (
      <Card>
        <ErrorCard {...failure} />
      </Card>
    );
  }
  if (activity.data === undefined) {
    return (
      <Card busy>
        <Skeleton />
      </Card>
    );
  }
  const entries = activity.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    return (
      <Card>
        <Empty icon={clock} title={t('ac.empty')} />
      </Card>
    );
  }
  return (
    <>
      {byDay(entries).map(([day, found]) => (
        <Fragment key={day}>
          <h2 className={css['day']}>{day}</h2>
          <Card>
            <Rows>
              {found.map((entry) => (
                <ActivityRow key={entry.id} entry={entry} onNotMe={() => navigate(`/freeze?event=${entry.id}`)} />
              ))}
            </Rows>
          </Card>
        </Fragment>
      ))}
      {activity.hasNextPage && (
        <Button busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {t('ac.older')}
        </Button>
      )}
    </>
  );
}

/** Days in the browser's time zone, in the order of the events. */
function byDay(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  return [...Map.groupBy(entries, ({ at }) => dayHeading(at))];
}
