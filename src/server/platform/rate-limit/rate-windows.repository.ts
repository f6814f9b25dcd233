import { sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';

/** The places taken in one window, and in the previous one. */
export interface RateWindow {
  readonly window_start: number;
  readonly current: number;
  readonly previous: number;
}

/** The storage of the windows. Moments and lengths in milliseconds. */
export interface RateWindows {
  /**
   * Takes places if they fit: `previous × (window − elapsed) + current × window ≤ allowed`. Returns a row on success
   * only.
   */
  take(wanted: {
    key: string;
    start: number;
    elapsed: number;
    window: number;
    places: number;
    allowed: number;
  }): Promise<{ window_start: number }[]>;
  read(asked: { key: string; start: number; window: number }): Promise<RateWindow[]>;
  giveBack(given: { key: string; start: number }): Promise<unknown>;
  /** Removes up to `rows` expired windows; returns their keys. */
  sweep(expired: { at: number; rows: number }): Promise<{ key: string }[]>;
}

/**
 * The statements of the rate limiter. `take` repeats the meaning of a row (`standing` in `rate-limiter.ts`) as SQL,
 * because the check and the count must be one statement.
 */
export function rateWindows(db: Db): RateWindows {
  const prepare = db.counters.prepare;
  const read = prepare<{ key: string }, RateWindow>((q, param) =>
    q.selectFrom('rate_windows').select(['window_start', 'current', 'previous']).where('key', '=', param('key')),
  );
  return {
    take: prepare<
      { key: string; start: number; elapsed: number; window: number; places: number; allowed: number },
      { window_start: number }
    >((q, param) => {
      const current = sql.ref<number>('rate_windows.current');
      const previous = sql.ref<number>('rate_windows.previous');
      const rowStart = sql.ref<number>('rate_windows.window_start');
      // The proposed row names each parameter once.
      const start = sql.ref<number>('excluded.window_start');
      const places = sql.ref<number>('excluded.current');
      const window = sql<number>`((excluded.expires_at - excluded.window_start) / 2)`;
      const elapsed = sql<number>`cast(${param('elapsed')} as bigint)`;
      const isCurrent = sql<boolean>`${rowStart} between ${start} and ${start} + ${window}`;
      const isPrevious = sql<boolean>`${rowStart} between ${start} - ${window} and ${start} - 1`;
      const taken = sql<number>`case
        when ${rowStart} = ${start} then ${previous} * (${window} - ${elapsed}) + (${current} + ${places}) * ${window}
        when ${isCurrent} then (${previous} + ${current} + ${places}) * ${window}
        when ${isPrevious} then ${current} * (${window} - ${elapsed}) + ${places} * ${window}
        else ${places} * ${window} end`;
      const newStart = sql<number>`case when ${isCurrent} then ${rowStart} else ${start} end`;
      return q
        .insertInto('rate_windows')
        .values({
          key: param('key'),
          window_start: param('start'),
          current: param('places'),
          previous: 0,
          expires_at: sql<number>`cast(${param('start')} as bigint) + 2 * cast(${param('window')} as bigint)`,
        })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              window_start: newStart,
              current: sql<number>`case when ${isCurrent} then ${current} else 0 end + ${places}`,
              previous: sql<number>`case when ${isCurrent} then ${previous} when ${isPrevious} then ${current} else 0 end`,
              expires_at: sql<number>`${newStart} + 2 * ${window}`,
            })
            .where(taken, '<=', param('allowed')),
        )
        .returning('window_start');
    }),
    read: ({ key }) => read({ key }),
    giveBack: prepare<{ key: string; start: number }, unknown>((q, param) =>
      q
        .updateTable('rate_windows')
        .set((eb) => ({ current: eb('current', '-', 1) }))
        .where('key', '=', param('key'))
        .where('window_start', '=', param('start'))
        .where('current', '>', 0),
    ),
    sweep: prepare<{ at: number; rows: number }, { key: string }>((q, param) =>
      q
        .deleteFrom('rate_windows')
        .where('key', 'in', (eb) =>
          eb.selectFrom('rate_windows').select('key').where('expires_at', '<=', param('at')).orderBy('expires_at').limit(param('rows')),
        )
        .returning('key'),
    ),
  };
}
