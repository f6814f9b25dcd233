import { deskAlarmsEndpoints } from '#contract/operations/desk/calls/alarms.ts';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import type { DeskQueue } from '#contract/operations/desk/desk-queues.words.ts';
import { deskCall } from '#web/desk/desk-call.ts';
import { concerns, useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { Shown, useNews } from '#web/desk/rooms/loaded.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t } from '#web/desk/texts.ts';
import { countText, dateText } from '#web/lib/texts/intl.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleCheck, circleExclamationPoint, layoutGrid, mail, scrollText, users } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import lines from './pages.module.css';

/** The first page: everything that waits, and the alarms about members. */
export function OverviewPage() {
  const me = useMe();
  return (
    <>
      <PageTitle title={t('dk.nav.overview')} />
      <div className={css['column']}>
        {me.alone && <Notice tone="warning">{t('dk.ov.alone')}</Notice>}
        {concerns(me, 'queue.read') && (
          <Card title={t('dk.ov.queues')} pad>
            <Waiting />
          </Card>
        )}
        {concerns(me, 'alarms.read') && (
          <Card title={t('dk.alarms.h')} note={t('dk.alarms.b')}>
            <Alarms />
          </Card>
        )}
      </div>
    </>
  );
}

const queueIcons: Readonly<Record<DeskQueue, string>> = {
  reviews: layoutGrid,
  requests: scrollText,
  appeals: circleExclamationPoint,
  undelivered: mail,
};

/** Everything that somebody waits for, with the way to it. */
function Waiting() {
  const me = useMe();
  const waiting = useNews('waiting', () => deskCall(deskQueuesEndpoints.deskWaiting));
  return (
    <Shown of={waiting}>
      {({ queues }) => (
        <ul className={css['waiting']}>
          {concerns(me, 'approval.list') && (
            <li>
              <Link variant="bare" href="/desk/approvals">
                <Icon of={users} size={18} />
                {t('dk.nav.approvals')}
                <b>{countText(me.waiting.approvals)}</b>
              </Link>
            </li>
          )}
          {queues.map(({ name, count, overdue }) => (
            <li key={name}>
              <Link variant="bare" href={`/desk/queues/${name}`}>
                <Icon of={queueIcons[name]} size={18} />
                {t(`dk.q.${name}`)}
                {overdue > 0 && <small className={css['bad']}>{t('dk.ov.overdue', { n: overdue })}</small>}
                <b>{countText(count)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Shown>
  );
}

/** Unusual acts of members, newest first. */
function Alarms() {
  const alarms = useNews('alarms', () => deskCall(deskAlarmsEndpoints.deskAlarms));
  return (
    <Shown of={alarms}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty icon={circleCheck} title={t('dk.alarms.none')} />
        ) : (
          <ul className={lines['lines']}>
            {items.map(({ id, at, kind, member, caseRef }) => (
              <li key={id} className={lines['line']}>
                <span className={lines['kind']}>{dateText(new Date(at), 'moment')}</span>
                <span>
                  <b>{t(`dk.alarm.${kind}`)}</b>
                  <small>{t('dk.alarms.about', { who: member })}</small>
                </span>
                <code>{caseRef}</code>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}
