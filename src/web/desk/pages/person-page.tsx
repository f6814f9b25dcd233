import { useEffect, useEffectEvent, useState } from 'react';
import { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import type { DeskCard } from '#contract/operations/desk/desk-cards.words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { lock } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import type { ActName } from '#web/desk/acts/act-dialog.tsx';
import { deskCall, refusals, type DeskData, type DeskRefusal } from '#web/desk/desk-call.ts';
import { exceptedMe, FurtherActs } from '#web/desk/acts/further-acts.tsx';
import { Key } from '#web/desk/acts/key.tsx';
import { ExceptionNotice, PersonDialogs, type Shown } from '#web/desk/person/person-dialogs.tsx';
import { useKeys } from '#web/desk/frame/keys.ts';
import { mayOf, useMe } from '#web/desk/frame/me.ts';
import { plainActs, useOffers } from '#web/desk/person/person-acts.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import type { DeskPageProps } from '#web/desk/pages.ts';
import { navigate } from '#web/lib/page/router.ts';
import { iconOf, kindText, noteText, reasonText, valueText, withId } from '#web/desk/person/person-words.ts';
import { Timeline } from '#web/desk/person/person-timeline.tsx';
import { t } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import css from './pages.module.css';

type CardData = DeskData<typeof deskPersonEndpoints.deskCard>;
type Line = CardData['lines'][number];

/** Cards that are read when they are opened. */
const closedCards = ['apps', 'incidents', 'requests', 'looks'] as const;

/** A person, as a look shows them. `rest` names the look: it is good for this session and half an hour. */
export function PersonPage({ rest: look }: DeskPageProps) {
  const own = useMe();
  const read = (card: DeskCard) => deskCall(deskPersonEndpoints.deskCard, { body: { look, card } });
  const state = useDeskCall(`state ${look}`, () => read('state'));
  const me = exceptedMe(own, state.data);
  const mayShow = mayOf(me, 'person.unmask') === 'may';
  const [round, setRound] = useState(0);
  const [acting, setActing] = useState<ActName>();
  const [again, setAgain] = useState<Line>();
  const [showing, setShowing] = useState<Line>();
  const [shown, setShown] = useState<Shown>();
  const [chosen, setChosen] = useState(0);
  const [fields, setFields] = useState<readonly Line[]>([]);
  useKeys({
    Escape: () => navigate('/desk/find'),
    j: () => setChosen((at) => Math.min(at + 1, fields.length - 1)),
    k: () => setChosen((at) => Math.max(at - 1, 0)),
    x: () => setChosen((at) => (fields.length === 0 ? 0 : (at + 1) % fields.length)),
    u: () => mayShow && setShowing(fields[chosen]),
  });
  const { data } = state;
  const number = data?.lines.find(({ kind }) => kind === 'number')?.value;
  const possible = plainActs.filter(({ name, act }) => (mayOf(own, act) !== 'no' || mayOf(me, act) === 'may') && isPossible(name, data));
  useOffers('person', Object.fromEntries(possible.map(({ name }) => [name, () => setActing(name)])));
  if (state.failure?.code === refusals.changed) return <LookOver />;
  const reload = () => {
    state.reload();
    setRound((count) => count + 1);
  };
  return (
    <>
      <PageTitle
        title={t('dk.person')}
        shown={number === undefined ? undefined : t('dk.person.id', { id: number })}
        badges={data !== undefined && <Badges lines={data.lines} />}
        lead={data && <LookLead data={data} />}
        actions={
          <>
            <Acts of={possible} onChoose={setActing} />
            <FurtherActs look={look} data={data} onChoose={setActing} />
          </>
        }
      />
      <Notices data={data} />
      <div className={css['columns']}>
        <div className={css['stack']}>
          <CardView card="state" data={data} failure={state.failure} onRetry={state.reload} />
          {(['ways', 'messages', 'sessions'] as const).map((card) => (
            <CardOf
              key={`${card} ${round}`}
              card={card}
              look={look}
              shown={shown}
              chosen={fields[chosen]?.id}
              {...(mayShow && { onShow: setShowing })}
              {...(card === 'ways' && { onFields: setFields })}
              {...(card === 'messages' && mayOf(me, 'message.resend') === 'may' && { onAgain: setAgain })}
              onHidden={() => setShown(undefined)}
            />
          ))}
          {closedCards.map((card) => (
            <ClosedCard key={card} card={card} look={look} />
          ))}
        </div>
        <div className={css['stack']}>
          <CardOf key={`timeline ${round}`} card="timeline" look={look} />
          <CardOf key={`notes ${round}`} card="notes" look={look} />
        </div>
      </div>
      {data !== undefined && (
        <PersonDialogs
          {...{ look, data, acting, showing, again }}
          onClose={() => [setActing, setShowing, setAgain].forEach((end) => end(undefined))}
          onDone={reload}
          onShown={setShown}
        />
      )}
    </>
  );
}

/** Exceptional access of the member, and who else looks at the person. */
function Notices({ data }: { readonly data: CardData | undefined }) {
  return (
    <div className={css['notices']}>
      <ExceptionNotice until={data?.exception ?? null} />
      {data !== undefined && data.others.length > 0 && <Notice tone="accent">{t('dk.here', { who: data.others.join(', ') })}</Notice>}
    </div>
  );
}

function isPossible(name: ActName, data: CardData | undefined): boolean {
  const has = (kind: string) => data?.lines.some((line) => line.kind === kind) === true;
  if (data === undefined || has('purged')) return false;
  if (name === 'unlock') return has('locked');
  if (name === 'lock') return has('active');
  return name === 'freeze' ? !has('frozen') : !has('locked');
}

const badges = { active: 'neutral', locked: 'danger', frozen: 'warning', deleting: 'warning', purged: 'neutral' } as const;

/** State of the account, and a badge where it has only one step. */
function Badges({ lines }: { readonly lines: readonly Line[] }) {
  const now = lines.find(({ kind }) => kind in badges)?.kind;
  return (
    <>
      {now !== undefined && <StateBadge kind={now} lines={lines} />}
      {lines.some(({ kind }) => kind === 'noTwoStep') && (
        <>
          {' '}
          <Badge>{t('dk.l.noTwoStep')}</Badge>
        </>
      )}
    </>
  );
}

function Acts({ of, onChoose }: { readonly of: readonly (typeof plainActs)[number][]; readonly onChoose: (name: ActName) => void }) {
  return of.map(({ name, title, ...act }) => (
    <Button key={name} size="sm" {...('isDanger' in act && { className: css['danger'] ?? '' })} onClick={() => onChoose(name)}>
      {t(title)}
    </Button>
  ));
}

function StateBadge({ kind, lines }: { readonly kind: string; readonly lines: readonly Line[] }) {
  const known = kind as keyof typeof badges;
  const note = lines.find((line) => line.kind === kind)?.note ?? '';
  return (
    <>
      {/* Without the space they are read out as one word. */ ' '}
      <Badge tone={badges[known]}>
        {(known === 'locked' || known === 'frozen') && <Icon of={lock} size={14} />}
        {t(`dk.s.${known}`)}
        {note !== '' && ` · ${reasonText(note)}`}
      </Badge>
    </>
  );
}

function LookLead({ data }: { readonly data: CardData }) {
  return (
    <>
      {t('dk.case')} <code>{data.caseRef}</code>
      {` · ${reasonText(data.reason)} · `}
      <Left until={data.until} />
    </>
  );
}

const minuteMs = 60_000;

function Left({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return t('dk.person.open', { n: Math.max(0, Math.ceil((until - now) / minuteMs)) });
}

function LookOver() {
  return (
    <>
      <PageTitle title={t('dk.look.over')} lead={t('dk.look.over.lead')} />
      <Button variant="primary" onClick={() => navigate('/desk/find')}>
        {t('dk.look.again')}
      </Button>
    </>
  );
}

interface Showing {
  /** The value that is shown for a minute, by the id of its line. */
  readonly shown?: Shown | undefined;
  readonly chosen?: string | undefined;
  readonly onShow?: (line: Line) => void;
  readonly onAgain?: (line: Line) => void;
  readonly onHidden?: () => void;
}

interface CardOfProps extends Showing {
  readonly card: DeskCard;
  readonly look: string;
  readonly onFields?: (lines: readonly Line[]) => void;
}

/** A card that is read, and written down, once a member opens it. */
function ClosedCard({ card, look }: Pick<CardOfProps, 'card' | 'look'>) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <CardOf card={card} look={look} />;
  return (
    <Card
      title={t(`dk.card.${card}`)}
      className={css['closed'] ?? ''}
      aside={
        <Button variant="text" size="sm" label={`${t('dk.card.open')} ${t(`dk.card.${card}`)}`} onClick={() => setOpen(true)}>
          {t('dk.card.open')}
        </Button>
      }
    />
  );
}

/** One card. It is read when it is opened, and a failure is its own. */
function CardOf({ card, look, onFields, ...showing }: CardOfProps) {
  const { data, failure, reload } = useDeskCall(`${card} ${look}`, () => deskCall(deskPersonEndpoints.deskCard, { body: { look, card } }));
  const tell = useEffectEvent((lines: readonly Line[]) => onFields?.(lines.filter(({ field }) => field !== '').map(withId)));
  useEffect(() => {
    if (data !== undefined) tell(data.lines);
  }, [data]);
  return <CardView card={card} data={data} failure={failure} onRetry={reload} {...showing} />;
}

interface CardViewProps extends Showing {
  readonly card: DeskCard;
  readonly data: CardData | undefined;
  readonly failure: DeskRefusal | undefined;
  readonly onRetry: () => void;
}

const nothing = (): void => undefined;

function CardView({ card, data, failure, onRetry, onAgain, ...showing }: CardViewProps) {
  return (
    <Card
      title={t(`dk.card.${card}`)}
      note={card === 'ways' ? t('dk.masked') : undefined}
      busy={data === undefined && failure === undefined}
    >
      {failure !== undefined && data === undefined ? (
        <p className={css['failed']} role="alert">
          {failure.message || t('dk.failed')}{' '}
          <Button variant="text" size="sm" onClick={onRetry}>
            {t('dk.retry')}
          </Button>
        </p>
      ) : data === undefined ? (
        <div className={css['failed']}>
          <Skeleton rows={2} />
        </div>
      ) : data.lines.length === 0 ? (
        <p className={css['empty']}>{t('dk.card.none')}</p>
      ) : card === 'timeline' ? (
        <Timeline lines={data.lines} />
      ) : (
        <ul className={css['lines']}>
          {data.lines.map(withId).map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one answer
            <LineView key={`${line.id} ${index}`} line={line} {...(onAgain && { onAgain })} {...showing} />
          ))}
        </ul>
      )}
      {onAgain !== undefined && <p className={css['empty']}>{t('dk.resend.code')}</p>}
    </Card>
  );
}

interface LineViewProps extends Showing {
  readonly line: Line;
}

function LineView({ line, shown, chosen, onShow, onAgain, onHidden = nothing }: LineViewProps) {
  const isChosen = line.field !== '' && chosen === line.id;
  const value = valueText(line);
  return (
    <li className={css['line']} aria-current={isChosen ? 'true' : undefined}>
      <Icon of={iconOf(line)} size={18} />
      <span className={css['kind']}>{kindText(line)}</span>
      <span>
        {shown?.id === line.id ? <Value {...shown} onHidden={onHidden} /> : value !== '' && <b>{value}</b>}
        <small>{noteText(line)}</small>
      </span>
      {line.field !== '' && onShow !== undefined && (
        <span className={css['lineEnd']}>
          {isChosen && (
            <span aria-hidden="true">
              <Key of="u" />
            </span>
          )}
          <Button variant="text" size="sm" label={`${t('dk.show')} ${kindText(line)} ${value}`.trim()} onClick={() => onShow(line)}>
            {t('dk.show')}
          </Button>
        </span>
      )}
      {line.until !== null && onAgain !== undefined && (
        <Button size="sm" label={`${t('dk.resend')} ${line.title}`} onClick={() => onAgain(line)}>
          {t('dk.resend')}
        </Button>
      )}
    </li>
  );
}

const secondMs = 1000;

/** A value that expires: one element, which is emptied. */
function Value({ value, until, onHidden }: { readonly value: string; readonly until: number; readonly onHidden: () => void }) {
  // By our own clock: that of the server may be another one.
  const [end] = useState(() => Date.now() + minuteMs);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / secondMs));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [until]);
  useEffect(() => {
    if (left === 0) onHidden();
  }, [left, onHidden]);
  return (
    <b className={css['shown']}>
      {left === 0 ? '' : value}
      <small>{t('dk.unmask.left', { n: left })}</small>
      <span className={css['bar']} style={{ inlineSize: `${(left / 60) * 100}%` }} />
    </b>
  );
}
