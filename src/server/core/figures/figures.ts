import type { FigureName } from '#contract/vocabulary/figures.ts';
import type { Db } from '#server/core/database.ts';
import { day, hour, second, type Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { addFigures, foldFigures, type Figure } from './figures.repository.ts';

/** Days for which hours are kept; then they are added up to days. */
export const hourDays = 45;

export interface FiguresDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Counts since the start of this instance that something else keeps. */
export type RunningCounts = () => Readonly<Partial<Record<FigureName, number>>>;

/**
 * Counts in memory, which the job adds to those of all instances. A count costs a sign-in no statement, and an instance
 * that dies loses those of its last ten seconds.
 */
export interface Figures {
  count(name: FigureName): void;
  /** Adds the differences of these counts at each run of the job. */
  follow(running: RunningCounts): void;
  /** Writes what was counted since the last time. */
  write(): Promise<void>;
  readonly job: Job;
}

export function createFigures({ db, clock }: FiguresDeps): Figures {
  let counted = new Map<string, Figure>();
  let running: RunningCounts = () => ({});
  const followed = new Map<string, number>();
  let foldedAt = Number.NEGATIVE_INFINITY;

  function add(name: FigureName, by: number): void {
    if (by <= 0) return;
    const now = clock.now();
    const at = now - (now % hour);
    const key = `${at} ${name}`;
    counted.set(key, { at, name, count: by + (counted.get(key)?.count ?? 0) });
  }

  function takeFollowed(): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of figures
    for (const [name, total] of Object.entries(running()) as [FigureName, number][]) {
      add(name, total - (followed.get(name) ?? 0));
      followed.set(name, total);
    }
  }

  async function write(): Promise<void> {
    takeFollowed();
    const taken = counted;
    if (taken.size === 0) return;
    counted = new Map();
    try {
      await addFigures(db, [...taken.values()]);
    } catch (error) {
      for (const [key, figure] of taken) counted.set(key, { ...figure, count: figure.count + (counted.get(key)?.count ?? 0) });
      throw error;
    }
  }

  return {
    count: (name) => add(name, 1),
    follow(counts) {
      running = counts;
    },
    write,
    job: {
      everyMs: 10 * second,
      failure: 'the figures could not be written',
      async run() {
        await write();
        const now = clock.now();
        if (now - foldedAt < hour) return;
        foldedAt = now;
        const before = now - hourDays * day;
        await foldFigures(db, before - (before % day));
      },
    },
  };
}
