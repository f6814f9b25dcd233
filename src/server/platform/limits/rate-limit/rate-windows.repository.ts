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

export interface TakenPlaces {
  readonly key: string;
  readonly window_start: number;
}

/** The storage of the windows. */
export interface RateWindows {
  /**
   * Takes places of different keys where they fit: `previous × (window − elapsed) + current × window ≤ allowed`. Returns a
   * row for each that was taken. When a key is full before, nothing is taken after it, and the caller gives back the others.
   */
  take(wanted: readonly WantedPlaces[]): Promise<readonly TakenPlaces[]>;
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

/** One statement for each: on SQLite a statement is a call of a function, and those of one turn are one transaction. */
function takeInTurn(prepare: PrepareCounters): RateWindows['take'] {
  const takeOne = prepare<WantedPlaces, TakenPlaces>((q, param) => ({
    compile: () =>
      sql<TakenPlaces>`insert into rate_windows (key, window_start, current, previous, expires_at)
        values (${param('key')}, ${param('start')}, ${param('places')}, 0, ${param('start')} + 2 * ${param('window')})
        ${takenIfFits({ elapsed: sql`${param('elapsed')}`, allowed: sql`${param('allowed')}` })}`.compile(q),
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
 * One statement for all, which takes nothing when a key is full before: on PostgreSQL a statement with its round trip and
 * its commit costs more than a count (ADR 28).
 */
function takeTogether(prepare: PrepareCounters): RateWindows['take'] {
  const statements = new Map<number, ReturnType<typeof takesOf>>();
  return async (wanted) => {
    const statement = statements.get(wanted.length) ?? takesOf(prepare, wanted.length);
    statements.set(wanted.length, statement);
    // Rows are locked in one order by everybody: otherwise two calls could wait for each other.
    const ordered = wanted.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return statement(Object.fromEntries(ordered.flatMap((each, n) => Object.entries(each).map(([name, value]) => [`${name}${n}`, value]))));
  };
}

function takesOf(prepare: PrepareCounters, count: number) {
  const numbers = Array.from({ length: count }, (_each, n) => n);
  return prepare<Record<string, string | number>, TakenPlaces>((q, param) => {
    const key = (n: number) => sql`cast(${param(`key${n}`)} as text)`;
    const number = (name: string) => sql`cast(${param(name)} as bigint)`;
    const rows = numbers.map(
      (n) =>
        sql`(${key(n)}, ${number(`start${n}`)}, ${number(`places${n}`)}, ${number(`start${n}`)} + 2 * ${number(`window${n}`)},
          ${number(`elapsed${n}`)}, ${number(`allowed${n}`)})`,
    );
    // A conflict sees the columns of the table only.
    const ofKey = (name: string) =>
      sql`case excluded.key ${sql.join(
        numbers.map((n) => sql`when ${key(n)} then ${number(`${name}${n}`)}`),
        sql` `,
      )} end`;
    return {
      compile: () =>
        sql<TakenPlaces>`with wanted (key, window_start, current, expires_at, elapsed, allowed) as (values ${sql.join(rows)})
          insert into rate_windows (key, window_start, current, previous, expires_at)
          select key, window_start, current, 0, expires_at from wanted
          where not exists (select from rate_windows join wanted on wanted.key = rate_windows.key
            where ${takenWith('wanted')(sql`wanted.elapsed`)} > wanted.allowed)
          ${takenIfFits({ elapsed: ofKey('elapsed'), allowed: ofKey('allowed') })}`.compile(q),
    };
  });
}

type Sql = RawBuilder<unknown>;

/** The end of an `insert` of proposed rows: adds their places to the row of the key if they fit there. */
function takenIfFits({ elapsed, allowed }: { readonly elapsed: Sql; readonly allowed: Sql }): Sql {
  const { isCurrent, isPrevious, window } = standingOf('excluded');
  const newStart = sql`case when ${isCurrent} then rate_windows.window_start else excluded.window_start end`;
  return sql`on conflict (key) do update set
      window_start = ${newStart},
      current = case when ${isCurrent} then rate_windows.current else 0 end + excluded.current,
      previous = case when ${isCurrent} then rate_windows.previous when ${isPrevious} then rate_windows.current else 0 end,
      expires_at = ${newStart} + 2 * ${window}
    where ${takenWith('excluded')(elapsed)} <= ${allowed}
    returning rate_windows.key, rate_windows.window_start`;
}

/** The estimate of a row with the proposed places, times the length of the window. */
function takenWith(proposed: 'excluded' | 'wanted'): (elapsed: Sql) => Sql {
  const { isCurrent, isPrevious, window, of } = standingOf(proposed);
  return (elapsed) => sql`case
    when rate_windows.window_start = ${of('window_start')}
      then rate_windows.previous * (${window} - ${elapsed}) + (rate_windows.current + ${of('current')}) * ${window}
    when ${isCurrent} then (rate_windows.previous + rate_windows.current + ${of('current')}) * ${window}
    when ${isPrevious} then rate_windows.current * (${window} - ${elapsed}) + ${of('current')} * ${window}
    else ${of('current')} * ${window} end`;
}

function standingOf(proposed: 'excluded' | 'wanted') {
  const of = (column: string): Sql => sql.ref(`${proposed}.${column}`);
  const start = of('window_start');
  const window = sql`((${of('expires_at')} - ${start}) / 2)`;
  return {
    of,
    window,
    isCurrent: sql`rate_windows.window_start between ${start} and ${start} + ${window}`,
    isPrevious: sql`rate_windows.window_start between ${start} - ${window} and ${start} - 1`,
  };
}
