import type { Db } from '#server/core/database/db.ts';
import type { SettingPlace } from './settings.guarded.ts';

/** A stored setting without its value. */
export interface StoredSetting {
  readonly client_id: string;
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly device: string;
  readonly changed_at: number;
}

export async function readState(db: Db, accountId: string) {
  return db
    .q()
    .selectFrom('settings_state')
    .select(['enabled', 'bytes', 'version', 'switched_off'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The settings of an account, or of one of its programs. */
export async function listStored(db: Db, accountId: string, clientId?: string): Promise<readonly StoredSetting[]> {
  const query = db
    .q()
    .selectFrom('settings')
    .select(['client_id', 'key', 'bytes', 'etag', 'device', 'changed_at'])
    .where('account_id', '=', accountId)
    .orderBy('client_id')
    .orderBy('key');
  return (clientId === undefined ? query : query.where('client_id', '=', clientId)).execute();
}

export async function findStored(db: Db, { accountId, clientId, key }: SettingPlace) {
  return db
    .q()
    .selectFrom('settings')
    .select(['sealed', 'bytes', 'etag', 'device', 'changed_at'])
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .executeTakeFirst();
}
