import { useState } from 'react';
import { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import { deskQueuesEndpoints } from '#contract/desk/queues.ts';
import { figureSpans, type DeskQueue, type FigureSpan } from '#contract/vocabulary/desk-queues.ts';
import { signInFigures, type FigureName } from '#contract/vocabulary/figures.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { Link } from '#web/ui/link.tsx';
import { concerns, useMe } from '#web/desk/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { Budgets, ChainLine, Instances } from '#web/desk/rooms/health-parts.tsx';
import { Shown, useNews } from '#web/desk/rooms/loaded.tsx';
import { durationText } from '#web/desk/rooms/values.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t } from '#web/desk/texts.ts';
import { countText, dateText } from '#web/lib/intl.ts';
import { Card } from '#web/ui/card.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { circleExclamationPoint, layoutGrid, lock, mail, scrollText, users } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

type Figures = DeskData<typeof deskOverviewEndpoints.deskFigures>;
type Health = DeskData<typeof deskOverviewEndpoints.deskHealth>;

/** The site at a glance: people, messages, instances, and what waits. */
export function OverviewPage() {
  const me = useMe();
  const [span, setSpan] = useState<FigureSpan>('week');
  const figures = useNews(`figures ${span}`, () => deskCall(deskOverviewEndpoints.deskFigures, { query: { span } }));
  const health = useNews('health', () => deskCall(deskOverviewEndpoints.deskHealth), 10_000);
  return (
    <>
      <PageTitle
        title={t('dk.nav.overview')}
        lead={figures.data && t('dk.ov.lead', { time: dateText(new Date(figures.data.now), 'moment') })}
        actions={
          <Segmented
            label={t('dk.span')}
            options={figureSpans.map((value) => ({ value, label: t(`dk.span.${value}`) }))}
            value={span}
            onChange={setSpan}
          />
        }
      />
      {me.alone && <Notice tone="warning">{t('dk.ov.alone')}</Notice>}
      <Shown of={figures}>{(data) => <Tiles figures={data} site={health.data?.site} />}</Shown>
      <div className={css['columns']}>
        <div className={css['column']}>
          <Card title={t('dk.ov.chart')} pad>
            <Shown of={figures}>{(data) => <FigureChart figures={data} span={span} />}</Shown>
          </Card>
          <Card title={t('dk.inst.h')} pad>
            <Shown of={health}>{({ instances, now }) => <Instances instances={instances} now={now} />}</Shown>
          </Card>
        </div>
        <div className={css['column']}>
          {concerns(me, 'queue.read') && (
            <Card title={t('dk.ov.queues')} pad>
              <Waiting />
            </Card>
          )}
          <Card title={t('dk.bud.h')} pad>
            <Shown of={health}>{({ budgets }) => <Budgets budgets={budgets} />}</Shown>
          </Card>
          <Card pad>
            <Shown of={health}>{({ chain }) => <ChainLine chain={chain} />}</Shown>
          </Card>
        </div>
      </div>
    </>
  );
}

function sumToday(figures: Figures, names: readonly FigureName[]): { readonly count: number; readonly before: number } {
  const rows = figures.today.filter(({ name }) => names.includes(name));
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  return { count: sum(({ count }) => count), before: sum(({ before }) => before) };
}

function Tiles({ figures, site }: { readonly figures: Figures; readonly site: Health['site'] | undefined }) {
  const signIns = sumToday(figures, signInFigures);
  const signUps = sumToday(figures, ['signUps']);
  const lastDay = (names: readonly FigureName[]) => sumOf(figures, names, figures.step === 3_600_000 ? 24 : 1);
  const sent = lastDay(['codesSentBySms', 'codesSentByEmail']);
  const taken = lastDay(['codesTakenBySms', 'codesTakenByEmail']);
  const oldest = site?.['outbox_oldest_seconds'];
  return (
    <div className={css['tiles']}>
      <Tile name={t('dk.ov.signIns')} value={countText(signIns.count)} note={compared(signIns)} />
      <Tile name={t('dk.ov.signUps')} value={countText(signUps.count)} note={compared(signUps)} />
      <Tile
        name={t('dk.ov.codes')}
        value={sent === 0 ? '–' : `${Math.round((taken / sent) * 1000) / 10}%`}
        note={t('dk.ov.codesOf', { taken: countText(taken), sent: countText(sent) })}
      />
      <Tile
        name={t('dk.ov.oldest')}
        value={oldest === null || oldest === undefined ? t('dk.hl.unknown') : durationText(oldest * 1000)}
        note={t('dk.ov.waiting', { n: waitingText(site?.['outbox_messages']) })}
      />
    </div>
  );
}

function waitingText(count: number | null | undefined): string {
  return count === null || count === undefined ? t('dk.hl.unknown') : countText(count);
}

function Tile({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <div className={css['tile']}>
      <span>{name}</span>
      <b>{value}</b>
      <span>{note}</span>
    </div>
  );
}

function compared({ count, before }: { readonly count: number; readonly before: number }): string {
  if (before === 0) return t('dk.ov.noBefore');
  const percent = Math.round((count / before - 1) * 100);
  if (percent === 0) return t('dk.ov.same');
  return t(percent > 0 ? 'dk.ov.more' : 'dk.ov.less', { n: Math.abs(percent) });
}

function countsOf(figures: Figures, names: readonly FigureName[]): readonly number[] {
  const rows = figures.figures.filter(({ name }) => names.includes(name));
  return (rows[0]?.counts ?? []).map((_, index) => rows.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
}

function sumOf(figures: Figures, names: readonly FigureName[], last: number): number {
  return countsOf(figures, names)
    .slice(-last)
    .reduce((sum, count) => sum + count, 0);
}

function FigureChart({ figures, span }: { readonly figures: Figures; readonly span: FigureSpan }) {
  const { from, step } = figures;
  const signIns = countsOf(figures, signInFigures);
  const signUps = countsOf(figures, ['signUps']);
  const at = (index: number) => dateText(new Date(from + index * step), span === 'week' ? 'moment' : 'day');
  const most = signIns.indexOf(Math.max(...signIns));
  const sum = (counts: readonly number[]) => countText(counts.reduce((total, count) => total + count, 0));
  const every = span === 'week' ? 24 : 50;
  const ticks = signIns.flatMap((_, index) =>
    index % every === every / 2 ? [{ index, text: dateText(new Date(from + index * step), 'dayOfYear') }] : [],
  );
  return (
    <Chart
      key={span}
      label={
        signIns[most] === 0
          ? t(`dk.ov.none.${span}`, { signUps: sum(signUps) })
          : t(`dk.ov.chart.${span}`, { signIns: sum(signIns), signUps: sum(signUps), most: at(most) })
      }
      series={[
        { name: t('dk.fig.signIns'), values: signIns, mark: 'bars' },
        { name: t('dk.fig.signUps'), values: signUps, mark: 'line' },
      ]}
      at={at}
      ticks={ticks}
      number={countText}
      when={t('dk.when')}
      tableText={t('dk.table')}
    />
  );
}

const queueIcons: Readonly<Record<DeskQueue, string>> = {
  reviews: layoutGrid,
  requests: scrollText,
  appeals: circleExclamationPoint,
  undelivered: mail,
  disputed: lock,
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
