import { sql } from 'kysely';
import type { AppCause, AppEndpoint } from '#contract/apps/developer/developer.words.ts';
import type { Db } from '#server/core/database/db.ts';

/** A failed request of an app, without its person. */
export interface AppFailure {
  readonly clientId: string;
  readonly endpoint: AppEndpoint;
  /** The error code of the protocol. */
  readonly error: string;
  readonly cause: AppCause;
  readonly detail: string;
  readonly requestId: string;
}

export type UsageKind = 'signIns' | 'newPeople' | 'refreshes' | 'failures';

export interface CountedFailure extends AppFailure {
  readonly minute: number;
  readonly count: number;
}

export type DayUsage = { readonly clientId: string; readonly day: string; readonly endsAt: number } & Readonly<Record<UsageKind, number>>;

/** Adds counts of apps that developers own; those of the operator's are nobody's to read. */
export async function addUsage(db: Db, days: readonly DayUsage[]): Promise<void> {
  const owned = await registeredOf(db, days, { areOwned: true });
  for (const { clientId, day, endsAt, signIns, newPeople, refreshes, failures } of days) {
    if (!owned.has(clientId)) continue;
    await db
      .q()
      .insertInto('app_usage')
      .values({ client_id: clientId, day, ends_at: endsAt, sign_ins: signIns, new_people: newPeople, refreshes, failures })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'day']).doUpdateSet((eb) => ({
          sign_ins: eb('app_usage.sign_ins', '+', signIns),
          new_people: eb('app_usage.new_people', '+', newPeople),
          refreshes: eb('app_usage.refreshes', '+', refreshes),
          failures: eb('app_usage.failures', '+', failures),
        })),
      )
      .execute();
  }
}

/** Adds failures, those of the operator's apps too: `clients failures` shows them. */
export async function addFailures(db: Db, failures: readonly CountedFailure[]): Promise<void> {
  const registered = await registeredOf(db, failures);
  for (const { clientId, minute, endpoint, error, cause, detail, requestId, count } of failures) {
    if (!registered.has(clientId)) continue;
    await db
      .q()
      .insertInto('app_failures')
      .values({ client_id: clientId, minute, endpoint, error, cause, detail, last_request_id: requestId, count })
      .onConflict((conflict) =>
        conflict
          .columns(['client_id', 'minute', 'endpoint', 'error', 'cause', 'detail'])
          .doUpdateSet((eb) => ({ last_request_id: requestId, count: eb('app_failures.count', '+', count) })),
      )
      .execute();
  }
}

async function registeredOf(
  db: Db,
  rows: readonly { readonly clientId: string }[],
  { areOwned = false }: { readonly areOwned?: boolean } = {},
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.map(({ clientId }) => clientId))];
  const known = new Set<string>();
  for (let from = 0; from < ids.length; from += 500) {
    const found = await db
      .q()
      .selectFrom('openid_clients')
      .select('id')
      .where('id', 'in', ids.slice(from, from + 500))
      .$if(areOwned, (q) => q.where('owner_id', 'is not', null))
      .execute();
    for (const { id } of found) known.add(id);
  }
  return known;
}

interface Bounds {
  readonly ofApp: number;
  readonly ofCause: number;
  readonly ofSite: number;
}

/** Removes the oldest rows beyond the bounds: of a cause, of an app, and of the fullest app of the site. */
export async function boundFailures(db: Db, { bounds, clientIds }: { readonly bounds: Bounds; readonly clientIds: readonly string[] }) {
  for (const clientId of clientIds) {
    const causes = await db
      .q()
      .selectFrom('app_failures')
      .select(['cause', (eb) => eb.fn.countAll<number | string>().as('rows')])
      .where('client_id', '=', clientId)
      .groupBy('cause')
      .execute();
    for (const { cause, rows } of causes) {
      if (Number(rows) > bounds.ofCause) await removeOldest(db, { clientId, cause, most: bounds.ofCause });
    }
    const all = causes.reduce((sum, { rows }) => sum + Math.min(Number(rows), bounds.ofCause), 0);
    if (all > bounds.ofApp) await removeOldest(db, { clientId, most: bounds.ofApp });
  }
  const site = await db
    .q()
    .selectFrom('app_failures')
    .select((eb) => eb.fn.countAll<number | string>().as('rows'))
    .executeTakeFirstOrThrow();
  const over = Number(site.rows) - bounds.ofSite;
  if (over <= 0) return;
  const fullest = await db
    .q()
    .selectFrom('app_failures')
    .select(['client_id', (eb) => eb.fn.countAll<number | string>().as('rows')])
    .groupBy('client_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (fullest !== undefined) await removeOldest(db, { clientId: fullest.client_id, most: Math.max(0, Number(fullest.rows) - over) });
}

/** Keeps the newest rows, by whole minutes. */
async function removeOldest(
  db: Db,
  { clientId, cause, most }: { readonly clientId: string; readonly cause?: string; readonly most: number },
): Promise<void> {
  const mine = () => {
    const rows = db.q().selectFrom('app_failures').where('client_id', '=', clientId);
    return cause === undefined ? rows : rows.where('cause', '=', cause);
  };
  const last = await mine().select('minute').orderBy('minute', 'desc').offset(most).limit(1).executeTakeFirst();
  if (last === undefined) return;
  const old = db.q().deleteFrom('app_failures').where('client_id', '=', clientId).where('minute', '<=', last.minute);
  await (cause === undefined ? old : old.where('cause', '=', cause)).execute();
}

/** A page of failures, newest first. */
export async function listFailures(
  db: Db,
  asked: {
    readonly clientId: string;
    readonly since: number;
    readonly before: readonly [minute: number, key: string] | undefined;
    readonly endpoint: AppEndpoint | undefined;
    readonly cause: AppCause | undefined;
    readonly limit: number;
  },
) {
  const { clientId, since, before, endpoint, cause, limit } = asked;
  let rows = db.q().selectFrom('app_failures').selectAll().where('client_id', '=', clientId).where('minute', '>=', since);
  if (endpoint !== undefined) rows = rows.where('endpoint', '=', endpoint);
  if (cause !== undefined) rows = rows.where('cause', '=', cause);
  if (before !== undefined) {
    const [minute, key] = before;
    rows = rows.where((eb) => eb.or([eb('minute', '<', minute), eb.and([eb('minute', '=', minute), eb('last_request_id', '<', key)])]));
  }
  return rows.orderBy('minute', 'desc').orderBy('last_request_id', 'desc').limit(limit).execute();
}

export async function listUsage(db: Db, { clientId, since }: { readonly clientId: string; readonly since: number }) {
  return db.q().selectFrom('app_usage').selectAll().where('client_id', '=', clientId).where('ends_at', '>', since).orderBy('day').execute();
}

/** Accounts that allow the app now. */
export async function countConsents(db: Db, clientId: string): Promise<number> {
  const { people } = await db
    .q()
    .selectFrom('openid_consents')
    .select((eb) => eb.fn.countAll<number | string>().as('people'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return Number(people);
}
