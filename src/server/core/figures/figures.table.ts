import type { FigureName } from '#contract/vocabulary/figures.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, table } from '#server/platform/db/table.ts';

/** Counts for the operator (`core/figures`): by the hour, and by the day once they are old. */
export interface FiguresTable {
  /** Beginning of the hour; of the UTC day in rows whose hours were added up. */
  hour: number;
  name: FigureName;
  count: number;
}

/** Days for which days are kept. */
export const figureDays = 400;

export const figures = table<FiguresTable>()({
  name: 'figures',
  key: ['hour', 'name'],
  sweep: [{ past: ['hour'], graceMs: figureDays * day, every: 'hour' }],
  erase: 'of nobody, because they are counts over everybody',
  restore: 'keep, because they say what happened',
  merge: 'keep',
  columns: { hour: isBookkeeping, name: isBookkeeping, count: isBookkeeping },
});

declare module '#server/core/database.ts' {
  interface Database {
    figures: FiguresTable;
  }
}
