import type { ReactNode } from 'react';
import type { DataTopic } from '#contract/vocabulary/kept-data.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { dayText } from '#web/lib/texts/time-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import {
  chevronRight,
  clock,
  download,
  keyRound,
  layoutGrid,
  link,
  monitorSmartphone,
  scrollText,
  shieldCheck,
  user,
} from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useData, type Item, type Topic } from './data.ts';
import css from './topics.module.css';

const icons: Readonly<Record<DataTopic, string>> = {
  account: keyRound,
  profile: user,
  sessions: monitorSmartphone,
  apps: layoutGrid,
  security: shieldCheck,
  agreements: scrollText,
  requests: download,
  legacy: link,
  short: clock,
};

/** The pages where people change or remove what a topic has. */
const pages: Readonly<Partial<Record<DataTopic, { readonly desktop: string; readonly mobile: string }>>> = {
  account: { desktop: '/pc-security', mobile: '/mobile-account-home' },
  profile: { desktop: '/privacy-information', mobile: '/mobile-account-info' },
  sessions: { desktop: '/device', mobile: '/mobile-device-info' },
  apps: { desktop: '/pc-application', mobile: '/mobile-application' },
  security: { desktop: '/pc-activity', mobile: '/mobile-activity' },
};

/** What is kept, topic by topic; each opens in place. */
export function Topics(): ReactNode {
  const t = useT();
  const data = useData();
  const failure = failureOf(data);
  if (failure !== undefined) {
    return (
      <Card title={t('dt.kept')}>
        <ErrorCard {...failure} />
      </Card>
    );
  }
  if (data.data === undefined) {
    return (
      <Card title={t('dt.kept')} busy>
        <Skeleton />
      </Card>
    );
  }
  return (
    <Card title={t('dt.kept')}>
      <ul className={css['topics']}>
        {data.data.topics.map((topic) => (
          <li key={topic.topic}>
            <TopicRow topic={topic} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TopicRow({ topic }: { readonly topic: Topic }): ReactNode {
  const t = useT();
  const layout = useLayout();
  const page = pages[topic.topic]?.[layout];
  return (
    <details className={css['topic']}>
      <summary className={css['summary']}>
        <Tile icon={icons[topic.topic]} />
        <span className={css['text']}>
          <b>{t(`dt.t.${topic.topic}`)}</b>
          <span className={css['why']}>{`${t(`dt.ba.${topic.basis}`)} · ${untilText(topic.until, t)}`}</span>
        </span>
        <Count topic={topic} />
        <Icon of={chevronRight} size={18} className={css['chevron']} />
      </summary>
      <div className={css['items']}>
        <dl>
          {topic.items.map((item) => (
            <div key={item.thing} className={css['item']}>
              <dt>{t(`dt.i.${item.thing}`)}</dt>
              <dd>{keptText(item, topic, t)}</dd>
            </div>
          ))}
        </dl>
        <p className={css['foot']}>
          {topic.items.some(({ form }) => form === 'copied') && <span>{t('dt.file', { file: topic.file })}</span>}
          {page !== undefined && <Link href={page}>{t('dt.manage')}</Link>}
        </p>
      </div>
    </details>
  );
}

function Count({ topic: { count, more, since } }: { readonly topic: Topic }): ReactNode {
  const t = useT();
  return (
    <span className={css['count']}>
      <span>{count === 0 ? t('dt.empty') : t(more ? 'dt.many' : 'dt.count', { n: count })}</span>
      {since !== null && <span className={css['since']}>{t('dt.since', { date: dayText(since) })}</span>}
    </span>
  );
}

/** How long, with the reason where it differs from that of the topic; or why the copy does not have it. */
function keptText(item: Item, topic: Topic, t: Translate): string {
  if (item.form !== 'copied') return t(`dt.${item.form}`);
  const until = untilText(item.until, t);
  return item.basis === topic.basis ? until : `${t(`dt.ba.${item.basis}`)} · ${until}`;
}

function untilText({ kind, days }: Topic['until'], t: Translate): string {
  return t(`dt.until.${kind}`, { n: days });
}
