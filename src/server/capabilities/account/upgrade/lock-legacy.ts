import type { Db } from '#server/core/database/db.ts';
import { lockName } from '#server/platform/db/lock-name.ts';

/**
 * Locks a legacy account until the end of this transaction, before anything else of it. An upgrade and a merge write the
 * same rows in different orders: without this lock they would block each other.
 */
export async function lockLegacy(db: Db, legacyId: string): Promise<void> {
  await lockName(db, `legacy:${legacyId}`);
}
