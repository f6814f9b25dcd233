import { deskAlarmsEndpoints } from '#contract/desk/alarms.ts';
import { dateText } from '#web/lib/intl.ts';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { circleCheck } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { deskCall } from '#web/desk/desk-call.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { t } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import css from './pages.module.css';

/** What leads and auditors were told about members. */
export function AlarmsPage() {
  const { data, failure } = useDeskCall('alarms', () => deskCall(deskAlarmsEndpoints.deskAlarms));
  return (
    <>
      <PageTitle title={t('dk.nav.alarms')} lead={t('dk.alarms.b')} />
      {failure !== undefined && <p role="alert">{failure.message || t('dk.failed')}</p>}
      {data === undefined && failure === undefined && <Skeleton />}
      {data?.items.length === 0 && (
        <Card>
          <Empty icon={circleCheck} title={t('dk.alarms.none')} />
        </Card>
      )}
      {data !== undefined && data.items.length > 0 && (
        <Card>
          <ul className={css['lines']}>
            {data.items.map(({ id, at, kind, member, caseRef }) => (
              <li key={id} className={css['line']}>
                <span className={css['kind']}>{dateText(new Date(at), 'moment')}</span>
                <span>
                  <b>{t(`dk.alarm.${kind}`)}</b>
                  <small>{t('dk.alarms.about', { who: member })}</small>
                </span>
                <code>{caseRef}</code>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
