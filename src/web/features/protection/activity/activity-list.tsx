import { Fragment, useState, type ReactNode } from 'react';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { useQuery, useRoutePath, navigate } from '#web/lib/page/router.ts';
import { dayHeading, exactText, timeText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import {
  clock,
  slidersHorizontal,
  keyRound,
  layoutGrid,
  lock,
  monitorSmartphone,
  shieldCheck,
  triangleExclamationPoint,
} from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { OpenRows, OpenRow, RowActs } from '#web/ui/layout/open-row.tsx';
import { filterOf, queryOf, useActivity, type Filter, type Entry, dayChoices, everything } from './activity.ts';
import { fold, type Intention } from './fold.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { activityRows, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { sayMe } from '#web/widgets/checkup/checkup.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { useLayout, type Layout } from '#web/lib/page/layout.ts';
import { listText } from '#web/lib/texts/intl.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Facts, type Fact } from '#web/widgets/page/facts.tsx';
import { appPage, devicesPlace, securityPlace } from '#web/widgets/account/places.ts';
import { clientName, placeText } from '#web/widgets/device/device-words.ts';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import css from './activity-list.module.css';

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

const icons: Readonly<Record<ActivityGroup, string>> = {
  signIns: keyRound,
  changes: shieldCheck,
  apps: layoutGrid,
  refused: triangleExclamationPoint,
};

function iconOf({ event }: Entry): string {
  if (event === 'account.locked') return lock;
  return event.startsWith('device.') ? monitorSmartphone : icons[activityRows[event].group];
}

/** One intention. Only an alarm without an answer has buttons at once; the others open in place. */
function ActivityRow({ intention }: { readonly intention: Intention }): ReactNode {
  const t = useT();
  const { entry } = intention;
  return (
    <OpenRow
      icon={iconOf(entry)}
      title={sentence(intention, t)}
      fact={facts(entry, t).join(' · ')}
      at={entry.at}
      time={timeText(entry.at)}
      asks={entry.asks}
    >
      {entry.asks ? (
        <>
          <Reasons entry={entry} />
          <Answers entry={entry} />
        </>
      ) : (
        <Inside intention={intention} />
      )}
    </OpenRow>
  );
}

function Reasons({ entry }: { readonly entry: Entry }): ReactNode {
  const t = useT();
  return (
    <span className={css['reasons']}>
      {entry.because.map((signal) => (
        <Badge key={signal} tone="warning">
          {t(`ac.risk.${signal}`)}
        </Badge>
      ))}
    </span>
  );
}

function Answers({ entry }: { readonly entry: Entry }): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const say = (): void => {
    void act(async () => {
      await sayMe(entry.id);
      announce(t('ac.own'));
    });
  };
  return (
    <RowActs>
      <Button size="sm" busy={busy} onClick={say}>
        {t('nt.me')}
      </Button>
      <NotMe entry={entry} />
    </RowActs>
  );
}

function NotMe({ entry, quiet = false }: { readonly entry: Entry; readonly quiet?: boolean }): ReactNode {
  const t = useT();
  return (
    <ButtonLink size="sm" {...(quiet ? { variant: 'text' } : { red: true })} href={`/freeze?event=${entry.id}`}>
      {t('ac.notMe')}
    </ButtonLink>
  );
}

/** Exact time, masked network, reasons, the steps that led to it, and the acts that fit. */
function Inside({ intention: { entry, alike, steps } }: { readonly intention: Intention }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const fit = fitOf(entry);
  const led = [...steps, ...alike.toReversed(), entry];
  const rows: readonly Fact[] = [
    [t('ac.when'), exactText(entry.at)],
    [t('ac.from'), entry.address],
    [
      t('ac.because'),
      listText(
        entry.because.map((signal) => t(`ac.risk.${signal}`)),
        'values',
      ),
    ],
    [t('ac.steps'), led.length > 1 ? led.map((each) => sentence({ entry: each, alike: [] }, t)).join(' → ') : ''],
    [t('ac.state'), entry.device === '' ? '' : t('ac.still')],
    [t('ac.answer'), entry.isOwn ? t('ac.own') : ''],
  ];
  return (
    <>
      <Facts of={rows} />
      {fit !== undefined && (
        <RowActs>
          {fit !== false && (
            <ButtonLink size="sm" red href={fit.href[layout]}>
              {t(fit.label)}
            </ButtonLink>
          )}
          <NotMe entry={entry} quiet />
        </RowActs>
      )}
    </>
  );
}

interface Fit {
  readonly label: 'ac.fit.app' | 'ac.fit.device' | 'ac.fit.way';
  readonly href: Readonly<Record<Layout, string>>;
}

const addsWay = /^(?:phone|email|social|passkey|totp)\.(?:bound|changed|added)$/;

/** The page that ends what the event has let in, or false where nothing of it is left; undefined where nobody got in. */
function fitOf({ event, clientID, current, device }: Entry): Fit | false | undefined {
  if (event === 'app.allowed' && clientID !== '') {
    return { label: 'ac.fit.app', href: { desktop: appPage(clientID, 'desktop'), mobile: appPage(clientID, 'mobile') } };
  }
  if (current || event === 'sign-out') return undefined;
  if (event === 'device.allowed') return { label: 'ac.fit.device', href: devicesPlace };
  if (activityRows[event].group === 'signIns') return device !== '' && { label: 'ac.fit.device', href: devicePages(device) };
  return addsWay.test(event) ? { label: 'ac.fit.way', href: securityPlace } : undefined;
}

function sentence({ entry, alike }: Pick<Intention, 'entry' | 'alike'>, t: Translate): string {
  const all = [...alike.toReversed(), entry];
  const named = (names: readonly string[]) => listText([...new Set(names)], 'sentence');
  const { event } = entry;
  return t(`ac.e.${event}`, {
    count: entry.count,
    platform: named(all.map(({ platform }) => platformName(platform, t))),
    app: named(all.map(({ app }) => (app === '' ? t('ac.gone') : app))),
  });
}

function platformName(platform: string, t: Translate): string {
  const known = platforms.find((each) => each === platform);
  return known === undefined ? platform : t(`social.${known}`);
}

/** Browser and place, if known. */
function facts(entry: Entry, t: Translate): readonly string[] {
  return [clientName(entry, t), placeText(entry, t), entry.current ? t('ac.current') : ''].filter((fact) => fact !== '');
}

/** The device of the list, opened. */
function devicePages(id: string): Readonly<Record<Layout, string>> {
  return { desktop: `${devicesPlace.desktop}?device=${id}`, mobile: `${devicesPlace.mobile}?device=${id}` };
}

interface FilterDialogProps {
  readonly filter: Filter;
  readonly onClose: () => void;
}

/** Result, browser and days, which go into the address. */
function FilterDialog({ filter, onClose }: FilterDialogProps): ReactNode {
  const t = useT();
  const path = useRoutePath();
  const { data } = useActivity(everything);
  const { group, by, days } = filter;
  const form = useAppForm({
    defaults: { result: group === 'refused' ? group : '', by, days },
    rules: {},
    onSubmit: async (wanted) => {
      const kind = wanted.result === 'refused' ? 'refused' : group === 'refused' ? undefined : group;
      onClose();
      navigate(path + queryOf({ group: kind, by: wanted.by, days: wanted.days }), { replace: true });
      return Promise.resolve();
    },
  });
  const all = { value: '', label: t('ac.f.all') };
  const browsers = new Map((data?.pages ?? []).flatMap(({ items }) => items.map((entry) => [entry.by, clientName(entry, t)])));
  if (by !== '' && !browsers.has(by)) browsers.set(by, t('dv.noName'));
  const known = [...browsers].filter(([value, label]) => value !== '' && label !== '').map(([value, label]) => ({ value, label }));
  return (
    <FormDialog form={form} open onClose={onClose} title={t('ac.filter')} verb={t('ac.show')}>
      <SelectField form={form} name="result" label={t('ac.result')} options={[all, { value: 'refused', label: t('ac.f.refused') }]} />
      <SelectField form={form} name="by" label={t('ac.device')} options={[all, ...known]} />
      <SelectField
        form={form}
        name="days"
        label={t('ac.days')}
        options={[all, ...dayChoices.map((value) => ({ value, label: t('ac.lastDays', { n: value }) }))]}
      />
    </FormDialog>
  );
}
