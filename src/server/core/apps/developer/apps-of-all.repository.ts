import type { Db } from '#server/core/database/db.ts';
import { toOwnApp, type OwnApp } from './own-apps.repository.ts';

/** Apps of developers for members of staff, by id. */
export async function listAllApps(db: Db, limit: number): Promise<readonly OwnApp[]> {
  const rows = await db.q().selectFrom('openid_clients').selectAll().where('owner_id', 'is not', null).orderBy('id').limit(limit).execute();
  return rows.map(toOwnApp);
}

/** Sign-ins and failures of apps in the days that end after a moment. */
export async function usageSince(
  db: Db,
  { clientIds, since }: { readonly clientIds: readonly string[]; readonly since: number },
): Promise<ReadonlyMap<string, { readonly signIns: number; readonly failures: number }>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .q()
    .selectFrom('app_usage')
    .select((eb) => [
      'client_id',
      eb.fn.sum<number | string>('sign_ins').as('signIns'),
      eb.fn.sum<number | string>('failures').as('failures'),
    ])
    .where('client_id', 'in', clientIds)
    .where('ends_at', '>', since)
    .groupBy('client_id')
    .execute();
  return new Map(rows.map(({ client_id: id, signIns, failures }) => [id, { signIns: Number(signIns), failures: Number(failures) }]));
}

/** The last answers of reviewers, newest first. */
export async function listAnswers(db: Db, clientId: string) {
  const rows = await db
    .q()
    .selectFrom('app_versions')
    .select(['state', 'answered_at', 'reasons'])
    .where('client_id', '=', clientId)
    .where('state', 'in', ['accepted', 'refused'])
    .orderBy('answered_at', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ state, answered_at: at, reasons }) => ({
    state: state === 'accepted' ? ('accepted' as const) : ('refused' as const),
    at: at ?? 0,
    reasons,
  }));
}

/** Failures of an app by their cause, most frequent first. */
export async function causesOf(db: Db, { clientId, since }: { readonly clientId: string; readonly since: number }) {
  const rows = await db
    .q()
    .selectFrom('app_failures')
    .select((eb) => ['error', 'cause', eb.fn.sum<number | string>('count').as('count')])
    .where('client_id', '=', clientId)
    .where('minute', '>=', since)
    .groupBy(['error', 'cause'])
    .execute();
  return rows
    .map(({ error, cause, count }) => ({ error, cause, count: Number(count) }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 20);
}
