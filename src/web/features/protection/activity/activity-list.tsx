import { Fragment, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { dayHeading } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { clock, slidersHorizontal } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { OpenRows } from '#web/ui/layout/open-row.tsx';
import { filterOf, queryOf, useActivity, type Filter } from './activity.ts';
import { ActivityRow } from './activity-row.tsx';
import css from './activity-list.module.css';
import { FilterDialog } from './filter-dialog.tsx';
import { fold, type Intention } from './fold.ts';

/** Rows of the first view, and of each further one. */
const shownAtOnce = 12;

/** Events of the account by day, one row for one intention, with filters in the URL. */
export function ActivityList(): ReactNode {
  const filter = filterOf(useQuery());
  return (
    <>
      <Filters filter={filter} />
      <Events key={queryOf(filter)} filter={filter} />
    </>
  );
}

/** A kind is a chip; what was refused is a result. */
const chips = [undefined, 'signIns', 'changes', 'apps'] as const;

function Filters({ filter }: { readonly filter: Filter }): ReactNode {
  const t = useT();
  const path = useRoutePath();
  const [open, setOpen] = useState(false);
  const isNarrow = filter.group === 'refused' || filter.by !== '' || filter.days !== '';
  return (
    <nav aria-label={t('ac.filter')} className={css['filters']}>
      <ul>
        {chips.map((group) => (
          <li key={group ?? 'all'}>
            <Link
              variant="bare"
              className={css['chip']}
              href={path + queryOf({ ...filter, group })}
              current={group === filter.group}
              replace
            >
              {t(`ac.f.${group ?? 'all'}`)}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={css['chip']} aria-haspopup="dialog" aria-pressed={isNarrow} onClick={() => setOpen(true)}>
        <Icon of={slidersHorizontal} size={16} />
        {t('ac.filter')}
      </button>
      {open && <FilterDialog filter={filter} onClose={() => setOpen(false)} />}
    </nav>
  );
}

function Events({ filter }: { readonly filter: Filter }): ReactNode {
  const t = useT();
  const activity = useActivity(filter);
  const [wanted, setWanted] = useState(shownAtOnce);
  if (activity.data === undefined) return <PendingCard of={activity} />;
  const rows = fold(activity.data.pages.flatMap(({ items }) => items));
  if (rows.length === 0) {
    return (
      <Card>
        <Empty icon={clock} title={t('ac.empty')} />
      </Card>
    );
  }
  const showOlder = (): void => {
    setWanted((count) => count + shownAtOnce);
    if (rows.length < wanted + shownAtOnce && activity.hasNextPage) void activity.fetchNextPage();
  };
  return (
    <>
      {byDay(rows.slice(0, wanted)).map(([day, found]) => (
        <Fragment key={day}>
          <h2 className={css['day']}>{day}</h2>
          <Card className={css['list']}>
            <OpenRows>
              {found.map((intention) => (
                <ActivityRow key={intention.entry.id} intention={intention} />
              ))}
            </OpenRows>
          </Card>
        </Fragment>
      ))}
      {(activity.hasNextPage || rows.length > wanted) && (
        <Button variant="text" className={css['older'] ?? ''} busy={activity.isFetchingNextPage} onClick={showOlder}>
          {t('ac.older')}
        </Button>
      )}
    </>
  );
}

/** Days in the browser's time zone, in the order of the events. */
function byDay(rows: readonly Intention[]): readonly (readonly [string, readonly Intention[]])[] {
  return [...Map.groupBy(rows, ({ entry }) => dayHeading(entry.at))];
}
