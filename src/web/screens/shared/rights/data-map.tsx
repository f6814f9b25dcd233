import { Fragment, type ReactNode } from 'react';
import { untilText, useDataMap } from '#web/features/rights/exports/data-map.ts';
import css from '#web/features/rights/exports/exports.module.css';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';

/** /data-map: everything that is kept, why and for how long. */
export function DataMapScreen(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const { title } = useRouteTitle();
  const map = useDataMap();
  return (
    <article className={css['list']}>
      <h1 tabIndex={-1}>{title}</h1>
      {map.data === undefined ? (
        <PendingCard of={map} rows={8} />
      ) : (
        <Stack>
          {map.data.topics.map(({ topic, keeps }) => (
            <Card key={topic} title={t(`dt.t.${topic}`)}>
              <dl className={css['keeps']}>
                {keeps.map(({ key, says, basis, until }) => (
                  <Fragment key={key}>
                    <dt>{says[language]}</dt>
                    <dd>{`${t(`dt.ba.${basis}`)} · ${untilText(until, t)}`}</dd>
                  </Fragment>
                ))}
              </dl>
            </Card>
          ))}
        </Stack>
      )}
    </article>
  );
}
