import type { AccountState } from '#server/core/account/accounts/account.ts';
import { stateOf } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Db } from '#server/core/database/db.ts';

/** A desktop with everything that its state is made of. */
export interface DesktopRow {
  readonly id: string;
  readonly accountId: string;
  readonly ended: boolean;
  readonly epoch: number;
  readonly accountState: AccountState;
  readonly accountEpoch: number;
  readonly accountVersion: number;
  readonly settingsVersion: string;
  readonly programs: number;
  readonly newestProgram: number;
}

/** Some desktops, in one query. */
export async function readDesktops(db: Db, ids: readonly string[]): Promise<readonly DesktopRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .q()
    .selectFrom('devices as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .leftJoin('settings_state as s', 's.account_id', 'd.account_id')
    .select([
      'd.id',
      'd.account_id',
      'd.ended_at',
      'd.credential_epoch as epoch',
      'a.state',
      'a.frozen_at',
      'a.credential_epoch as account_epoch',
    ])
    .select(['a.version', 's.version as settings'])
    .select((eb) => [
      eb
        .selectFrom('openid_records as r')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('r.model', '=', 'Grant')
        .whereRef('r.device_id', '=', 'd.id')
        .as('programs'),
      eb
        .selectFrom('openid_records as r')
        .select(({ fn }) => fn.max('r.created_at').as('newest'))
        .where('r.model', '=', 'Grant')
        .whereRef('r.device_id', '=', 'd.id')
        .as('newest'),
    ])
    .where('d.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    ended: row.ended_at !== null,
    epoch: row.epoch,
    accountState: stateOf(row),
    accountEpoch: row.account_epoch,
    accountVersion: row.version,
    settingsVersion: row.settings ?? '',
    programs: Number(row.programs ?? 0),
    newestProgram: row.newest ?? 0,
  }));
}
