import type { Db } from '#server/core/database/db.ts';

/** The active account with this ID number, or with this email in canonical form. */
export async function findByName(db: Db, name: string): Promise<string | undefined> {
  const active = db.q().selectFrom('accounts').select('accounts.id').where('state', '=', 'active');
  const found = name.includes('@')
    ? active
        .innerJoin('identifiers', 'identifiers.account_id', 'accounts.id')
        .where('identifiers.kind', '=', 'email')
        .where('identifiers.value', '=', name)
    : active.where('number', '=', name);
  const row = await found.executeTakeFirst();
  return row?.id;
}

/** Whether a sign-in to the app has ever succeeded. */
export async function hasSignedIn(db: Db, clientId: string): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('app_usage')
    .select('day')
    .where('client_id', '=', clientId)
    .where('sign_ins', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sign-ins of apps since a moment, and which have failed requests since another. */
export async function summarize(
  db: Db,
  { ownerId, usageSince, failuresSince }: { readonly ownerId: string; readonly usageSince: number; readonly failuresSince: number },
): Promise<{ readonly signIns: ReadonlyMap<string, number>; readonly failing: ReadonlySet<string> }> {
  const own = db.q().selectFrom('openid_clients').select('id').where('owner_id', '=', ownerId);
  const usage = await db
    .q()
    .selectFrom('app_usage')
    .select(['client_id', (eb) => eb.fn.sum<number | string>('sign_ins').as('sign_ins')])
    .where('client_id', 'in', own)
    .where('ends_at', '>', usageSince)
    .groupBy('client_id')
    .execute();
  const failures = await db
    .q()
    .selectFrom('app_failures')
    .select('client_id')
    .distinct()
    .where('client_id', 'in', own)
    .where('minute', '>=', failuresSince)
    .execute();
  return {
    signIns: new Map(usage.map(({ client_id: id, sign_ins: count }) => [id, Number(count)])),
    failing: new Set(failures.map(({ client_id: id }) => id)),
  };
}
