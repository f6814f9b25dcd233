import type { ReactNode } from 'react';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { momentText, timeText } from '#web/lib/texts/time-text.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { keyRound, layoutGrid, lock, monitorSmartphone, shieldCheck, triangleExclamationPoint, user } from '#web/ui/marks/icons.ts';
import { Row, Tile } from '#web/ui/layout/rows.tsx';
import { activityRows, type ActivityGroup } from '#contract/protection/activity/activity.words.ts';
import { networkName, placeName } from '#web/widgets/device/device-words.ts';
import type { Entry } from './activity.ts';
import css from './activity-row.module.css';

const icons: Readonly<Record<ActivityGroup, string>> = {
  signIns: keyRound,
  waysIn: shieldCheck,
  apps: layoutGrid,
  refused: triangleExclamationPoint,
  other: user,
};

/** Events by which somebody else gets in, or stays in. */
const disownable: readonly ActivityGroup[] = ['signIns', 'waysIn', 'apps'];

interface ActivityRowProps {
  readonly entry: Entry;
  /** The event was somebody else. */
  readonly onNotMe: () => void;
}

/** One event: what, when, in which browser, near which place. */
export function ActivityRow({ entry, onNotMe }: ActivityRowProps): ReactNode {
  const t = useT();
  const { group } = activityRows[entry.event];
  const isWarning = group === 'refused' || entry.event === 'account.locked';
  const icon = entry.event.startsWith('device.') ? monitorSmartphone : entry.event === 'account.locked' ? lock : icons[group];
  const what = sentence(entry, t);
  return (
    <Row
      lead={<Tile icon={icon} tone={isWarning ? 'warning' : 'neutral'} />}
      title={what}
      note={
        <>
          <time className={css['time']} dateTime={entry.at} title={momentText(entry.at)}>
            {timeText(entry.at)}
          </time>
          {facts(entry, t).map((fact) => (
            <span key={fact} className={css['fact']}>
              {fact}
            </span>
          ))}
        </>
      }
      action={
        entry.current ? (
          <Badge tone="success">{t('ac.current')}</Badge>
        ) : disownable.includes(group) && entry.event !== 'sign-out' ? (
          <Button variant="text" size="sm" quiet label={`${t('ac.notMe')}: ${what}`} onClick={onNotMe}>
            {t('ac.notMe')}
          </Button>
        ) : undefined
      }
    />
  );
}

function sentence({ event, count, platform, app }: Entry, t: Translate): string {
  const known = platforms.find((each) => each === platform);
  return t(`ac.e.${event}`, {
    count,
    platform: known === undefined ? platform : t(`social.${known}`),
    app: app === '' ? t('ac.gone') : app,
  });
}

/** Browser and place, as far as they are known. */
function facts(entry: Entry, t: Translate): readonly string[] {
  const { browser, os } = entry;
  const client = browser === '' && os === '' ? '' : os === '' ? browser : t('dv.browser', { browser: browser || t('dv.app'), os });
  const place = placeName(entry, t);
  const because = entry.because.map((signal) => t(`ac.risk.${signal}`));
  return [client, place === undefined ? networkName(entry, t) : t('ac.near', { place }), ...because].filter((fact) => fact !== '');
}
