import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';

/** The places taken in one window, and in the previous one. */
export interface RateWindow {
  readonly window_start: number;
  readonly current: number;
  readonly previous: number;
}

/** Places wanted in one window. Moments and lengths in milliseconds. */
export type WantedPlaces = {
  key: string;
  start: number;
  elapsed: number;
  window: number;
  places: number;
  allowed: number;
};

/** The storage of the windows. */
export interface RateWindows {
  /**
   * Takes places of different keys in their order, each if it fits: `previous × (window − elapsed) + current × window ≤
   * allowed`. Ends at the first that does not fit. Returns a row for each that was taken.
   */
  take(wanted: readonly WantedPlaces[]): Promise<readonly TakenPlaces[]>;
  read(asked: { key: string; start: number; window: number }): Promise<RateWindow[]>;
  giveBack(given: { key: string; start: number }): Promise<unknown>;
  /** Removes up to `rows` expired windows; returns their keys. */
  sweep(expired: { at: number; rows: number }): Promise<{ key: string }[]>;
}

export interface TakenPlaces {
  readonly window_start: number;
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
    take: db.engine === 'postgres' ? takeTogether(prepare) : takeInTurn(prepare),
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

type PrepareCounters = Db['counters']['prepare'];
type Param = (name: string) => string | number;

/** One statement for each: on SQLite a statement is a call of a function, and those of one turn are one transaction. */
function takeInTurn(prepare: PrepareCounters): RateWindows['take'] {
  const takeOne = prepare<WantedPlaces, TakenPlaces>((q, param: Param) => ({
    compile: () => sql<TakenPlaces>`${takingOf(param)}`.compile(q),
  }));
  return async (wanted) => {
    const taken: TakenPlaces[] = [];
    for (const each of wanted) {
      const [row] = await takeOne(each);
      if (row === undefined) break;
      taken.push(row);
    }
    return taken;
  };
}

/**
 * One statement for all, each after the success of the one before: a round trip and a commit of PostgreSQL cost more
 * than a count (ADR 200).
 */
function takeTogether(prepare: PrepareCounters): RateWindows['take'] {
  const statements = new Map<number, ReturnType<typeof takesOf>>();
  return async (wanted) => {
    const statement = statements.get(wanted.length) ?? takesOf(prepare, wanted.length);
    statements.set(wanted.length, statement);
    return statement(Object.fromEntries(wanted.flatMap((each, n) => Object.entries(each).map(([name, value]) => [`${name}${n}`, value]))));
  };
}

function takesOf(prepare: PrepareCounters, count: number) {
  const numbers = Array.from({ length: count }, (_each, n) => n);
  return prepare<Record<string, string | number>, TakenPlaces>((q, param: Param) => {
    const takes = numbers.map((n) => {
      const after = n === 0 ? sql`` : sql`from ${sql.table(`taken${n - 1}`)}`;
      return sql`${sql.table(`taken${n}`)} as (${takingOf((name) => param(`${name}${n}`), after)})`;
    });
    const rows = numbers.map((n) => sql`select ${sql.lit(n)} as n, window_start from ${sql.table(`taken${n}`)}`);
    return { compile: () => sql<TakenPlaces>`with ${sql.join(takes)} ${sql.join(rows, sql` union all `)} order by n`.compile(q) };
  });
}

/** Takes the places of one key, once for each row of the source, where there is one. */
function takingOf(param: Param, source = sql`where true`): RawBuilder<unknown> {
  const number = (name: keyof WantedPlaces) => sql`cast(${param(name)} as bigint)`;
  // The proposed row names each parameter once.
  const window = sql`((excluded.expires_at - excluded.window_start) / 2)`;
  const isCurrent = sql`rate_windows.window_start between excluded.window_start and excluded.window_start + ${window}`;
  const isPrevious = sql`rate_windows.window_start between excluded.window_start - ${window} and excluded.window_start - 1`;
  const newStart = sql`case when ${isCurrent} then rate_windows.window_start else excluded.window_start end`;
  return sql`insert into rate_windows (key, window_start, current, previous, expires_at)
    select cast(${param('key')} as text), ${number('start')}, ${number('places')}, 0, ${number('start')} + 2 * ${number('window')}
    ${source}
    on conflict (key) do update set
      window_start = ${newStart},
      current = case when ${isCurrent} then rate_windows.current else 0 end + excluded.current,
      previous = case when ${isCurrent} then rate_windows.previous when ${isPrevious} then rate_windows.current else 0 end,
      expires_at = ${newStart} + 2 * ${window}
    where case
      when rate_windows.window_start = excluded.window_start
        then rate_windows.previous * (${window} - ${number('elapsed')}) + (rate_windows.current + excluded.current) * ${window}
      when ${isCurrent} then (rate_windows.previous + rate_windows.current + excluded.current) * ${window}
      when ${isPrevious} then rate_windows.current * (${window} - ${number('elapsed')}) + excluded.current * ${window}
      else excluded.current * ${window} end <= ${number('allowed')}
    returning rate_windows.window_start`;
}
