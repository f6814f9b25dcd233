import { Fragment, type ReactNode } from 'react';
import type { DataMap, KeptThing } from '#contract/vocabulary/kept-data.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { untilText, useDataMap } from './data-map.ts';
import css from './exports.module.css';

/** Kept data in five lines; each has the period of the thing that it is about, some in their own words. */
const lines = {
  account: ['dt.t.account', 'contacts'],
  sessions: ['dt.t.sessions', 'signInTimes'],
  apps: ['dt.t.apps', 'appPermissions', 'dt.untilApp'],
  activity: ['dt.t.security', 'events', 'dt.until.law'],
  choices: ['ch.h', 'choices'],
} as const satisfies Readonly<Record<string, readonly [name: MessageKey, thing: KeptThing, until?: MessageKey]>>;

/** Kept data, with the way to the full list. */
export function KeepsCard(): ReactNode {
  const t = useT();
  const map = useDataMap();
  return (
    <Card
      title={t('dt.kept')}
      busy={map.isPending}
      aside={
        <Link href="/data-map" label={`${t('dt.full')}: ${t('dt.kept')}`}>
          {t('dt.full')}
        </Link>
      }
    >
      {map.data === undefined ? <Pending of={map} rows={5} /> : <Lines map={map.data} />}
    </Card>
  );
}

function Lines({ map }: { readonly map: DataMap }): ReactNode {
  const t = useT();
  const things = map.topics.flatMap(({ keeps }) => keeps);
  return (
    <dl className={css['keeps']}>
      {(Object.keys(lines) as (keyof typeof lines)[]).map((line) => {
        const [name, thing, own] = lines[line];
        const kept = things.find(({ key }) => key === thing);
        return (
          kept !== undefined && (
            <Fragment key={line}>
              <dt>{t(name)}</dt>
              <dd>{t(`dt.why.${line}`, { until: own === undefined ? untilText(kept.until, t) : t(own, { n: kept.until.days }) })}</dd>
            </Fragment>
          )
        );
      })}
    </dl>
  );
}
