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
import { UsageGraph, type UsageOfDay } from './usage-graph.tsx';

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
