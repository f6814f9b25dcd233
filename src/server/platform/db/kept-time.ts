import { sql } from 'kysely';
import { hour, second, type Clock, type SteadyClock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import { DatabaseUnusable } from './database-unusable.ts';
import type { Db } from './db.ts';

const everyMs = 10 * second;
/** How far servers follow each other: a step of an hour and some. A clock that is wrong by more is the operator's to set. */
const maxLeadMs = 2 * hour;
/** Leads below this come of the way to the database, and of leap seconds. */
const worthTellingMs = 2 * second;

const row = 1;

/** Keeps the time of all servers on one database together. */
export interface KeptTime {
  /** Tells the others how late it is, and goes on from the latest that one of them has told. Done every ten seconds. */
  keep(): Promise<void>;
  readonly job: Job;
}

/**
 * Begins no earlier than a server on this database has been before, and follows the others from then on (ADR 37).
 * @throws {DatabaseUnusable} when the machine's clock is more than two hours behind: an hour's step is bridged, another one is to be mended
 */
export async function startKeepingTime({
  db,
  clock,
  log,
}: {
  readonly db: Db;
  readonly clock: SteadyClock;
  readonly log: Log;
}): Promise<KeptTime> {
  const reached = await findReachedTime(db);
  if (reached !== undefined && reached - clock.now() > maxLeadMs) {
    throw new DatabaseUnusable(
      `the clock of this machine says ${toText(clock.now())}, but this database was in use at ${toText(reached)}. ` +
        'Set the clock; if the later time was the wrong one, see npm run admin -- clock.',
    );
  }
  if (reached !== undefined) clock.reach(reached);
  let told = { isAhead: false, isFarBehind: false };

  async function keep(): Promise<void> {
    const others = await reachTime(db, clock.now());
    const isFarBehind = others - clock.now() + clock.lead() > maxLeadMs;
    if (!isFarBehind) clock.reach(others);
    const leadMs = clock.lead();
    const isAhead = leadMs > worthTellingMs;
    if (isFarBehind && !told.isFarBehind)
      log.error({ others: toText(others) }, 'another server on this database is hours ahead: one clock is wrong');
    if (isAhead && !told.isAhead) log.warn({ leadMs }, 'the clock of this machine is behind: time goes on without it');
    if (!isAhead && told.isAhead) log.info('the clock of this machine has caught up');
    told = { isAhead, isFarBehind };
  }

  // A disk that is full keeps no server from starting, and reads go on.
  const tryToKeep = async (): Promise<void> => keep().catch((err: unknown) => log.warn({ err }, 'the time could not be kept'));
  await tryToKeep();
  return { keep, job: { everyMs, failure: 'the time could not be kept', run: tryToKeep } };
}

function toText(at: number): string {
  return new Date(at).toISOString();
}

/** The latest moment that a server on this database has reached; undefined before the first. */
export async function findReachedTime(db: Db): Promise<number | undefined> {
  return (await db.q().selectFrom('clock').select('reached_at').where('id', '=', row).executeTakeFirst())?.reached_at;
}

/** Sets it to the machine's time, whatever it was: servers that start from now on begin there. */
export async function resetReachedTime(db: Db, clock: Clock): Promise<void> {
  await db.q().updateTable('clock').set({ reached_at: clock.now() }).where('id', '=', row).execute();
}

/** Notes that a server has reached this moment; returns the latest that any has. */
async function reachTime(db: Db, at: number): Promise<number> {
  const { reached_at: latest } = await db
    .q()
    .insertInto('clock')
    .values({ id: row, reached_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        reached_at: sql`case when excluded.reached_at > clock.reached_at then excluded.reached_at else clock.reached_at end`,
      }),
    )
    .returning('reached_at')
    .executeTakeFirstOrThrow();
  return latest;
}
