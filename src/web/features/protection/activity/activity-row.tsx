import type { ReactNode } from 'react';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { activityRows, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { sayMe } from '#web/widgets/checkup/checkup.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { useLayout, type Layout } from '#web/lib/page/layout.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { exactText, timeText } from '#web/lib/texts/time-text.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { OpenRow, RowActs } from '#web/ui/layout/open-row.tsx';
import { Facts, type Fact } from '#web/widgets/page/facts.tsx';
import { keyRound, layoutGrid, lock, monitorSmartphone, shieldCheck, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { appPage, devicesPlace, securityPlace } from '#web/widgets/account/places.ts';
import { clientName, placeText } from '#web/widgets/device/device-words.ts';
import type { Entry } from './activity.ts';
import css from './activity-list.module.css';
import type { Intention } from './fold.ts';

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
export function ActivityRow({ intention }: { readonly intention: Intention }): ReactNode {
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
