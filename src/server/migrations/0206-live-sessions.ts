import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The live sessions of an account are found without those of months that have ended; the sessions of the provider whose
 * apps are told once more, without all others.
 */
export const liveSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('sessions_live')
      .ifNotExists()
      .on('sessions')
      .columns(['account_id', 'created_at', 'id'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
    await db.schema
      .createIndex('openid_records_told')
      .ifNotExists()
      .on('openid_records')
      .column('told_at')
      .where(sql.ref('told_at'), 'is not', null)
      .execute();
  },
};
