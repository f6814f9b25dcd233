import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index of the audit trail by member of staff and by case, and who works on which item of a queue. */
export const staffActs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('staff_acts')
      .addColumn('audit_id', 'text', (c) => c.primaryKey())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('staff_acts_by_member').on('staff_acts').columns(['member', 'at']).execute();
    await db.schema.createIndex('staff_acts_by_case').on('staff_acts').columns(['case_ref', 'at']).execute();
    await db.schema.createIndex('staff_acts_by_age').on('staff_acts').column('at').execute();
    await db.schema.createIndex('audit_seals_by_time').on('audit_seals').column('sealed_at').execute();
    // Few rows of many: what has not left, and freezes that are disputed.
    await sql`create index sent_messages_undelivered on sent_messages (at) where state <> 'sent'`.execute(db);
    await sql`create index incidents_disputed on incidents (opened_at) where state = 'disputed'`.execute(db);
    await db.schema
      .createTable('desk_leases')
      .addColumn('queue', 'text', (c) => c.notNull())
      .addColumn('item', 'text', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('desk_leases_key', ['queue', 'item'])
      .execute();
  },
};
