import { sql } from 'kysely';
import { day, hour, second, type Clock, type SteadyClock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import type { Db } from '#server/platform/db/db.ts';

const everyMs = 10 * second;
/** The largest lead that servers follow: a step of an hour and a margin. The operator must correct a larger one. */
const maxLeadMs = 2 * hour;
/** A server that was away longer, or whose clock is wrong, ends much at once. */
const longAwayMs = 30 * day;
/** Smaller leads come from the latency of the database, and from leap seconds. */
const worthTellingMs = 2 * second;

const row = 1;

/** Synchronizes the time of all servers on one database. */
export interface KeptTime {
  /** Reports this server's time, and continues from the latest one reported. Runs every ten seconds. */
  keep(): Promise<void>;
  readonly job: Job;
}

/**
 * Starts no earlier than any server on this database has reached, and follows the others from then on (ADR 29).
 * @throws {DatabaseUnusable} when the machine's clock is more than two hours behind: only an hour's step is bridged
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
  const [from, to] = [reached ?? clock.now(), clock.now()];
  if (to - from > longAwayMs)
    log.warn(
      { lastUse: toText(from), now: toText(to) },
      'this database was not in use for weeks, or the clock of this machine is ahead: what was due in between ends now',
    );
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
    if (isAhead && !told.isAhead) log.warn({ leadMs }, 'the clock of this machine is behind: time continues without it');
    if (!isAhead && told.isAhead) log.info('the clock of this machine has caught up');
    told = { isAhead, isFarBehind };
  }

  // A full disk does not prevent a start, and reads continue.
  const tryToKeep = async (): Promise<void> => keep().catch((err: unknown) => log.warn({ err }, 'the time could not be kept'));
  await tryToKeep();
  return { keep, job: { everyMs, removes: 'nothing', failure: 'the time could not be kept', run: tryToKeep } };
}

function toText(at: number): string {
  return new Date(at).toISOString();
}

/** The latest moment that a server on this database has reached; undefined before the first. */
export async function findReachedTime(db: Db): Promise<number | undefined> {
  return (await db.q().selectFrom('clock').select('reached_at').where('id', '=', row).executeTakeFirst())?.reached_at;
}

/** Sets it to the machine's time in either direction: servers that start later begin there. */
export async function resetReachedTime(db: Db, clock: Clock): Promise<void> {
  await db.q().updateTable('clock').set({ reached_at: clock.now() }).where('id', '=', row).execute();
}

/** Records that a server has reached this moment; returns the latest moment of any server. */
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
