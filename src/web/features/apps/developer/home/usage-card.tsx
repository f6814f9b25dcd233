import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { countText } from '#web/lib/texts/intl.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';
import css from './usage-card.module.css';
import type { CallData } from '#web/lib/api/call-types.ts';
import { calendarDayText } from '#web/lib/texts/time-text.ts';

const periods = ['7', '30', '90'] as const;
const counts = ['signIns', 'people', 'refreshes', 'failed'] as const;

/** Sign-ins, new people, refreshes and failures of 7, 30 or 90 days. */
export function UsageCard({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const panel = useId();
  const enabled = useIsAccountSettled();
  const [period, setPeriod] = useState<(typeof periods)[number]>('30');
  const usage = useQuery({
    queryKey: ['developer-usage', id],
    queryFn: ({ signal }) => call(developerEndpoints.showUsage, { params: { id }, signal }),
    enabled,
  });
  if (usage.data === undefined) return <PendingCard title={t('dc.u.h')} of={usage} />;
  const days = usage.data.days.slice(-Number(period));
  const sums = sumsOf(days);
  return (
    <Card
      title={t('dc.u.h')}
      pad
      aside={
        <Segmented
          label={t('dc.u.period')}
          panel={panel}
          value={period}
          onChange={setPeriod}
          options={periods.map((value) => ({ value, label: t('dc.u.days', { n: value }) }))}
        />
      }
    >
      <div id={panel} role="tabpanel">
        <dl className={css['figures']}>
          {counts.map((name) => (
            <div key={name}>
              <dt>{t(`dc.u.${name}`)}</dt>
              <dd className={classes(name === 'failed' && sums.failed > 0 && css['warning'])}>{countText(sums[name])}</dd>
            </div>
          ))}
        </dl>
        <UsageGraph days={days} />
        <p className={css['now']}>{usage.data.allowed === 0 ? t('dc.u.none') : t('dc.u.now', { n: countText(usage.data.allowed) })}</p>
      </div>
    </Card>
  );
}

function sumsOf(days: readonly UsageOfDay[]): Readonly<Record<(typeof counts)[number], number>> {
  const sum = (of: (day: UsageOfDay) => number): number => days.reduce((all, day) => all + of(day), 0);
  return {
    signIns: sum((day) => day.signIns),
    people: sum((day) => day.newPeople),
    refreshes: sum((day) => day.refreshes),
    failed: sum((day) => day.failures),
  };
}

type UsageOfDay = CallData<typeof developerEndpoints.showUsage>['days'][number];

const height = 132;
/** In units of the drawing, which is as wide as its card. */
const step = 10;
const gap = 2;
const leastHeight = 2;

/** Sign-ins by day as bars; the same numbers as a table for screen readers. */
function UsageGraph({ days }: { readonly days: readonly UsageOfDay[] }) {
  const t = useT();
  const values = days.map(({ signIns }) => signIns);
  const most = Math.max(1, ...values);
  const least = values.length === 0 ? 0 : Math.min(...values);
  const heightOf = (value: number): number => Math.max(leastHeight, (value / most) * height);
  const [first, middle] = [days[0], days[Math.floor(days.length / 2)]];
  return (
    <figure className={css['figure']} aria-label={t('dc.u.graph', { least: countText(least), most: countText(Math.max(0, ...values)) })}>
      <svg
        className={css['graph']}
        viewBox={`0 0 ${Math.max(1, days.length) * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, signIns }, place) => (
          <rect
            key={day}
            className={place === days.length - 1 ? css['graphNow'] : css['bar']}
            x={place * step + gap / 2}
            width={step - gap}
            y={height - heightOf(signIns)}
            height={heightOf(signIns)}
          />
        ))}
      </svg>
      <p className={css['axis']} aria-hidden="true">
        <span>{first === undefined ? '' : calendarDayText(first.day)}</span>
        <span>{middle === undefined || days.length < 8 ? '' : calendarDayText(middle.day)}</span>
        <span>{t('dc.u.today')}</span>
      </p>
      <div className={css['hidden']}>
        <UsageTable days={days} />
      </div>
    </figure>
  );
}

function UsageTable({ days }: { readonly days: readonly UsageOfDay[] }) {
  const t = useT();
  return (
    <table>
      <caption>{t('dc.u.h')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dc.u.day')}</th>
          <th scope="col">{t('dc.u.signIns')}</th>
          <th scope="col">{t('dc.u.people')}</th>
          <th scope="col">{t('dc.u.refreshes')}</th>
          <th scope="col">{t('dc.u.failed')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, signIns, newPeople, refreshes, failures }) => (
          <tr key={day}>
            <th scope="row">{calendarDayText(day)}</th>
            <td>{countText(signIns)}</td>
            <td>{countText(newPeople)}</td>
            <td>{countText(refreshes)}</td>
            <td>{countText(failures)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
