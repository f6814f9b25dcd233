import type { FigureSpan } from '#contract/vocabulary/desk-queues.ts';
import { figureNames, type FigureName } from '#contract/vocabulary/figures.ts';
import { figureDays } from '#server/core/figures/figures.table.ts';
import { readFigures } from '#server/core/figures/figures.repository.ts';
import type { Store } from '#server/core/store.ts';
import { day, hour } from '#server/platform/clock.ts';

/** Counts in steps of equal length, from `from` on. Times in milliseconds. */
export interface SeenFigures {
  readonly from: number;
  readonly step: number;
  readonly now: number;
  readonly figures: readonly { readonly name: FigureName; readonly counts: readonly number[] }[];
  /** Since 0:00 UTC, and until the same hour a week ago. */
  readonly today: readonly { readonly name: FigureName; readonly count: number; readonly before: number }[];
}

const steps = {
  week: { step: hour, count: 7 * 24, by: 'hour' },
  year: { step: day, count: figureDays, by: 'day' },
} as const satisfies Record<FigureSpan, unknown>;

/** The hour or the day that has begun is the last step. */
export async function describeFigures({ db, clock }: Pick<Store, 'db' | 'clock'>, span: FigureSpan): Promise<SeenFigures> {
  const now = clock.now();
  const { step, count, by } = steps[span];
  const from = now - (now % step) - (count - 1) * step;
  const found = await readFigures(db, { from, to: now + 1, by });
  const figures = figureNames.map((name) => {
    const counts = Array.from({ length: count }, () => 0);
    for (const figure of found) if (figure.name === name) counts[Math.floor((figure.at - from) / step)] = figure.count;
    return { name, counts };
  });
  return { from, step, now, figures, today: await compareToday(db, now) };
}

async function compareToday(db: Store['db'], now: number): Promise<SeenFigures['today']> {
  const midnight = now - (now % day);
  const today = await readFigures(db, { from: midnight, to: now + 1, by: 'hour' });
  // Whole hours: the figures of a part of an hour are not kept.
  const before = await readFigures(db, { from: midnight - 7 * day, to: now - (now % hour) + 1 - 7 * day, by: 'hour' });
  const sum = (rows: typeof today, name: FigureName): number =>
    rows.reduce((total, figure) => total + (figure.name === name ? figure.count : 0), 0);
  return figureNames.map((name) => ({ name, count: sum(today, name), before: sum(before, name) }));
}
