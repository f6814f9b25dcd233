import { sql } from 'kysely';
import { second, type MachineTime, type WallClock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';

const everyMs = 10 * second;
/** Readings of the database's clock whose median counts: a wrong one, or a slow answer, is outvoted within a minute. */
const mostReadings = 5;
/** A machine that is further off may not serve: the library of the protocol knows no other clock. */
const mostSkewMs = 30 * second;

/** The wall clock of this server. */
export interface KeptWall extends WallClock {
  /** How far this machine's own clock is ahead of it, in milliseconds. */
  skew(): number;
  /** Whether this machine's own clock is too far off to serve. */
  isOff(): boolean;
  /** Reads the database's clock. Runs every ten seconds. */
  keep(): Promise<void>;
  readonly job: Job;
}

/** Reads the clock of the database's machine, in milliseconds; undefined where it is this machine. */
export type DatabaseTime = (() => Promise<number>) | undefined;

export function databaseTimeOf(db: Db): DatabaseTime {
  if (db.engine !== 'postgres') return undefined;
  return async () => {
    const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db.q());
    return rows[0]?.at ?? Number.NaN;
  };
}

/** The time of all servers on one database: its clock where it has one, else this machine's. */
export async function startWallClock({
  machine,
  read,
  log,
}: {
  readonly machine: MachineTime;
  readonly read: DatabaseTime;
  readonly log: Log;
}): Promise<KeptWall> {
  /** The database's time at the beginning of the machine's elapsed time. */
  const beginnings: number[] = [];
  let wasOff = false;

  const wall = (): number => {
    const [...sorted] = beginnings.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    return median === undefined ? machine.wall() : Math.floor(median + machine.elapsed());
  };
  const skew = (): number => machine.wall() - wall();
  const isOff = (): boolean => Math.abs(skew()) > mostSkewMs;

  async function keep(): Promise<void> {
    if (read === undefined) return;
    const began = machine.elapsed();
    const at = await read();
    beginnings.push(at - (began + machine.elapsed()) / 2);
    if (beginnings.length > mostReadings) beginnings.shift();
    if (isOff() && !wasOff) log.error({ skewMs: skew() }, "the clock of this machine is off: it follows the database's, and is not ready");
    if (!isOff() && wasOff) log.info('the clock of this machine agrees with the database again');
    wasOff = isOff();
  }

  await keep();
  return { wall, skew, isOff, keep, job: { everyMs, removes: 'nothing', failure: "the database's clock could not be read", run: keep } };
}
