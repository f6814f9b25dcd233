import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { activityDays, activityEvents } from '#contract/vocabulary/activity.ts';
import { day } from '#server/platform/clock.ts';

/** What accounts see of their events. Those of the last months come from the trail, without the names of browsers. */
export const activity: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('activity')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('browser', 'text', (c) => c.notNull())
      .addColumn('os', 'text', (c) => c.notNull())
      .addColumn('known_browser', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('activity_by_account').on('activity').columns(['account_id', 'at', 'id']).execute();
    await db.schema.createIndex('activity_by_age').on('activity').column('at').execute();
    const since = Date.now() - activityDays * day;
    await sql`insert into activity (id, account_id, at, event, browser, os, known_browser, count)
      select id, account_id, at, event, '', '', '', 1 from audit
      where account_id is not null and at >= ${since} and event in (${sql.join([...activityEvents()])})
        and account_id in (select id from accounts where state <> 'purged')`.execute(db);
  },
};
