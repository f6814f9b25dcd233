import { signInFigures } from '#contract/vocabulary/figures.ts';
import { addFigures } from '#server/core/figures/figures.repository.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import type { Counts } from './reader-book.ts';

const hour = 3_600_000;
const day = 24 * hour;

const spans = { week: { step: hour, count: 7 * 24 }, year: { step: day, count: 400 } } as const;

/** Gives the desk of a server a past: numbers of one to four digits in each hour of a week, and on each day of a year. */
export async function writePast(dataDir: string): Promise<void> {
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const now = Date.now();
    const hours = Array.from({ length: spans.week.count - 1 }, (_, index) => now - (now % hour) - (index + 1) * hour);
    const days = Array.from({ length: spans.year.count - 9 }, (_, index) => now - (now % day) - (index + 8) * day);
    await addFigures(
      db,
      [...hours, ...days].flatMap((at, index) => [
        { at, name: 'signInsByPassword', count: (index * 373) % 1931 },
        { at, name: 'signInsByCode', count: (index * 41) % 97 },
        { at, name: 'signUps', count: (index * 17) % 23 },
      ]),
    );
  } finally {
    await db.close();
  }
}

/** What the database of a server says, added up apart from the desk. */
export async function readCounts(dataDir: string, span: 'week' | 'year'): Promise<Counts> {
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const { step, count } = spans[span];
    const now = Date.now();
    const from = now - (now % step) - (count - 1) * step;
    const rows = await db.q().selectFrom('figures').selectAll().where('hour', '>=', from).execute();
    const counts = (names: readonly string[]): readonly number[] =>
      Array.from({ length: count }, (_, index) =>
        rows
          .filter(({ hour: at, name }) => names.includes(name) && Math.floor((at - from) / step) === index)
          .reduce((total, row) => total + row.count, 0),
      );
    return { from, step, signIns: counts(signInFigures), signUps: counts(['signUps']) };
  } finally {
    await db.close();
  }
}
