import { useEffect, useState } from 'react';
import { deskQueuesEndpoints } from '#contract/operations/desk/calls/queues.ts';
import { deskQueues, type DeskQueue } from '#contract/operations/desk/desk-queues.words.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { Key } from '#web/desk/acts/key.tsx';
import { useKeys } from '#web/desk/frame/keys.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { EnterRequest } from '#web/desk/person/enter-request.tsx';
import { PageTitle } from '#web/desk/page-title.tsx';
import type { DeskPageProps } from '#web/desk/pages.ts';
import { refusalText } from '#web/desk/refusal-text.ts';
import { navigate } from '#web/lib/page/router.ts';
import { AppReview } from '#web/desk/rooms/app-review.tsx';
import { Shown, useNews } from '#web/desk/rooms/loaded.tsx';
import { OpenRequest } from '#web/desk/rooms/open-request.tsx';
import { durationText, Moment, pair } from '#web/desk/rooms/values.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { ReportDialog } from '#web/desk/rooms/report-dialog.tsx';
import { t } from '#web/desk/texts.ts';
import { countText, dateText } from '#web/lib/texts/intl.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { listChecks } from '#web/ui/marks/icons.ts';

type Queue = DeskData<typeof deskQueuesEndpoints.deskQueue>;
export type QueueItem = Queue['items'][number];

/** Everything that waits: a list on the left, an item on the right. The address names both. */
export function QueuesPage({ rest }: DeskPageProps) {
  const [given = '', item = ''] = rest.split('/').map(decodeURIComponent);
  const name = deskQueues.find((each) => each === given) ?? 'reviews';
  const waiting = useNews('waiting', () => deskCall(deskQueuesEndpoints.deskWaiting));
  return (
    <>
      <PageTitle title={t('dk.nav.queues')} actions={name === 'requests' && <OfRequests />} />
      <nav className={css['tabs']} aria-label={t('dk.nav.queues')}>
        {deskQueues.map((queue) => {
          const found = waiting.data?.queues.find((each) => each.name === queue);
          return (
            <Link variant="bare" key={queue} href={`/desk/queues/${queue}`} current={queue === name}>
              {t(`dk.q.${queue}`)}
              {found !== undefined && <b className={found.overdue > 0 ? css['bad'] : undefined}>{countText(found.count)}</b>}
            </Link>
          );
        })}
      </nav>
      <OneQueue key={name} name={name} chosen={item} />
    </>
  );
}

/** Form for requests of somebody without an account by mail, post or phone, and the report over all requests. */
function OfRequests() {
  const me = useMe();
  const [open, setOpen] = useState<'add' | 'report'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {mayOf(me, 'request.answer') === 'may' && (
        <Button size="sm" onClick={() => setOpen('add')}>
          {t('dk.rq.add')}
        </Button>
      )}
      {mayOf(me, 'request.list') === 'may' && (
        <Button size="sm" onClick={() => setOpen('report')}>
          {t('dk.report')}
        </Button>
      )}
      {open === 'add' && <EnterRequest onClose={close} />}
      {open === 'report' && <ReportDialog onClose={close} />}
    </>
  );
}

function OneQueue({ name, chosen }: { readonly name: DeskQueue; readonly chosen: string }) {
  const queue = useNews(name, () => deskCall(deskQueuesEndpoints.deskQueue, { params: { name } }));
  const ids = queue.data?.items.map(({ id }) => id) ?? [];
  const address = (id: string) => `/desk/queues/${name}/${encodeURIComponent(id)}`;
  function step(by: 1 | -1): void {
    const next = neighborOf(ids, chosen, by);
    if (next !== undefined) navigate(address(next), { replace: chosen !== '' });
  }
  useKeys({ j: () => step(1), k: () => step(-1) });
  const done = () => {
    const next = neighborOf(ids, chosen, 1);
    navigate(next === undefined ? `/desk/queues/${name}` : address(next), { replace: true });
    queue.reload();
  };
  return (
    <Shown of={queue}>
      {({ items, now, more }) => {
        const item = items.find(({ id }) => id === chosen);
        if (items.length === 0) return <Empty icon={listChecks} title={t('dk.empty')} />;
        return (
          <div className={css['split']} data-chosen={item !== undefined}>
            <div>
              <ul className={css['items']} aria-label={t('dk.q.list')}>
                {items.map((each) => (
                  <li key={each.id}>
                    <Link variant="bare" href={address(each.id)} current={each.id === chosen}>
                      <ItemLines queue={name} item={each} now={now} />
                    </Link>
                  </li>
                ))}
              </ul>
              {more && <p className={css['muted']}>{t('dk.q.more')}</p>}
            </div>
            {item === undefined ? (
              <Card pad>
                <Empty icon={listChecks} title={t('dk.q.choose')}>
                  <Key of="j" /> <Key of="k" />
                </Empty>
              </Card>
            ) : (
              <OpenItem key={item.id} queue={name} item={item} now={now} onStep={step} onDone={done} />
            )}
          </div>
        );
      }}
    </Shown>
  );
}

function ItemLines({ queue, item, now }: { readonly queue: DeskQueue; readonly item: QueueItem; readonly now: number }) {
  const { name, at, dueAt, kind, target, takenBy } = item;
  const age = durationText(now - at);
  const what = {
    reviews: () => pair(t(kind === 'first' ? 'dk.q.first' : 'dk.q.change'), age),
    requests: () => requestLine(item, now),
    appeals: () => requestLine(item, now),
    undelivered: () => pair(stateText(item), age),
  }[queue]();
  const isLate = dueAt !== null && dueAt <= now;
  return (
    <>
      <b>{queue === 'undelivered' ? target : name || kind}</b>
      <small className={isLate ? css['bad'] : undefined}>{takenBy === '' ? what : t('dk.taken', { who: takenBy })}</small>
    </>
  );
}

/** The kind of a request and its date. */
function requestLine({ kind, dueAt }: QueueItem, now: number): string {
  const name = kindText(kind);
  if (dueAt === null) return name;
  const late = Math.floor((now - dueAt) / 86_400_000);
  return pair(name, late >= 0 ? t('dk.due.late', { n: late + 1 }) : t('dk.due', { date: dateText(new Date(dueAt), 'day') }));
}

const kinds = ['correct', 'object', 'explain', 'restrict', 'transfer', 'appeal', 'other'] as const;

function kindText(kind: string): string {
  return t(`dk.rq.kind.${kinds.find((each) => each === kind) ?? 'other'}`);
}

function stateText({ state }: QueueItem): string {
  const known = (['waiting', 'held', 'failed'] as const).find((each) => each === state);
  return known === undefined ? state : t(`dk.un.${known}`);
}

interface OpenItemProps {
  readonly queue: DeskQueue;
  readonly item: QueueItem;
  readonly now: number;
  readonly onStep: (by: 1 | -1) => void;
  readonly onDone: () => void;
}

const renewMs = 60_000;

/** An item that this member works on, as long as it is open. */
function OpenItem({ queue, item, onStep, onDone }: OpenItemProps) {
  const me = useMe();
  const lease = useLease(queue, item);
  const isReading = queue === 'undelivered';
  const foot = (
    <>
      <output>{lease.text}</output>
      {lease.isOurs && (
        <Button
          size="sm"
          variant="text"
          onClick={() => {
            lease.release();
            navigate(`/desk/queues/${queue}`);
          }}
        >
          {t('dk.release')}
        </Button>
      )}
    </>
  );
  return (
    <Card
      title={queue === 'undelivered' ? item.target : item.name || t(`dk.q.${queue}`)}
      aside={
        <span className={css['keys']}>
          <button type="button" aria-label={t('dk.q.next')} title={t('dk.q.next')} onClick={() => onStep(1)}>
            <Key of="j" />
          </button>
          <button type="button" aria-label={t('dk.q.previous')} title={t('dk.q.previous')} onClick={() => onStep(-1)}>
            <Key of="k" />
          </button>
        </span>
      }
      pad
    >
      {queue === 'reviews' && (
        <AppReview id={item.id} onDone={onDone} foot={foot} mayAnswer={lease.isOurs && mayOf(me, 'app.review') === 'may'} />
      )}
      {(queue === 'requests' || queue === 'appeals') && (
        <OpenRequest number={item.id} onDone={onDone} mayAnswer={lease.isOurs && mayOf(me, 'request.answer') === 'may'} />
      )}
      {isReading && <Facts item={item} />}
      {queue !== 'reviews' && <div className={css['foot']}>{foot}</div>}
    </Card>
  );
}

/** Takes the item, and keeps it while it is open. */
function useLease(queue: DeskQueue, { id: item, takenBy }: QueueItem) {
  const [until, setUntil] = useState<number>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isOver = false;
    const take = (): void => {
      deskCall(deskQueuesEndpoints.deskTakeItem, { body: { queue, item } }).then(
        ({ until: end }) => {
          if (isOver) return;
          setFailure('');
          setUntil(end);
        },
        (error: unknown) => {
          if (!isOver) setFailure(refusalText(error));
        },
      );
    };
    take();
    const timer = setInterval(take, renewMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [queue, item]);
  const isOurs = until !== undefined && failure === '';
  return {
    isOurs,
    text: isOurs ? t('dk.yours', { n: 15 }) : failure !== '' && takenBy !== '' ? t('dk.taken', { who: takenBy }) : failure,
    release: () => void deskCall(deskQueuesEndpoints.deskReleaseItem, { body: { queue, item } }).catch(() => undefined),
  };
}

function Facts({ item }: { readonly item: QueueItem }) {
  const { at, kind, channel, target, name } = item;
  return (
    <>
      <dl className={css['facts']}>
        <dt>{t('dk.un.to')}</dt>
        <dd>{pair(target, t(channel === 'sms' ? 'dk.un.sms' : 'dk.un.email'))}</dd>
        <dt>{t('dk.un.state')}</dt>
        <dd>{stateText(item)}</dd>
        <dt>{t('dk.un.kind')}</dt>
        <dd>{kind}</dd>
        <dt>{t('dk.au.time')}</dt>
        <dd>
          <Moment at={at} />
        </dd>
        <dt>{t('dk.un.reference')}</dt>
        <dd>
          <code>{name || '–'}</code>
        </dd>
      </dl>
      <p className={css['muted']}>{t('dk.un.codes')}</p>
    </>
  );
}

/** The item beside the present one in a list of ids; undefined at both ends, the first one without a present one. */
function neighborOf(ids: readonly string[], chosen: string, by: 1 | -1): string | undefined {
  const at = ids.indexOf(chosen);
  return at < 0 ? ids[0] : ids[at + by];
}
