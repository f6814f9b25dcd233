import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { RootKeysTable } from './root-keys.table.ts';

export type RootKeyRow = Selectable<RootKeysTable>;

/** Root keys that sealed data here, in order of first use. */
export async function listRootKeys(db: Db): Promise<readonly RootKeyRow[]> {
  return db.q().selectFrom('root_keys').selectAll().orderBy('position').execute();
}
