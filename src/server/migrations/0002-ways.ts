import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ways are counted only by their roots; a known browser does not count. Waits run beside each other, a freeze changes no way, and a way
 * that another root took out counts for a week as one that the account has. What a freeze had set aside is put out: it proves on
 * the way back. Requests that waited for the end of a freeze are requests to get back in, and nothing is disputed.
 */
const list: readonly string[] = [
  `alter table former_ways add column taken_until bigint`,
  `update former_ways set taken_until = left_at + 604800000 where left_by <> 'set-aside'`,
  `update former_ways set taken_until = kept_at where left_by <> 'set-aside' and kept_at > left_at and account_id in
    (select account_id from incidents where state <> 'closed' and incidents.opened_at < former_ways.left_at + 604800000)`,
  // Nothing was kept of these but that they were there.
  `update former_ways set outcome = 'dropped' where left_by = 'set-aside' and family in ('passkey', 'totp', 'recoveryCode')
    and outcome is null`,
  `update former_ways set left_by = 'put-out' where left_by = 'set-aside'`,
  `alter table former_ways drop column incident_id`,
  `alter table former_ways drop column browser`,

  `drop index incidents_disputed`,
  `update incidents set state = 'frozen' where state = 'disputed'`,
  `alter table incidents drop column spent`,
  `alter table incidents drop column named`,

  `drop index account_claims_open`,
  `update account_claims set kind = 'recovery' where kind = 'unfreeze'`,
  `update account_claims set state = 'stopped' where state = 'cancelled'`,
  `alter table account_claims drop column incident_id`,

  `delete from ways_meta where substr(way, 1, 8) = 'browser:'`,
  `alter table ways_meta drop column carriers`,
  // Proofs of a few minutes name the browser that they were given in.
  `update proofs set spent_at = created_at where replace(way, 'browser:', '') <> way and spent_at is null`,
  `update sessions set ways = 'approval' where substr(ways, 1, 8) = 'browser:'`,
  `update qr_sign_ins set ways = '' where substr(ways, 1, 8) = 'browser:'`,
];

export const ways: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of list) await sql.raw(statement).execute(db);
    const claims = await sql<{
      id: string;
      shown: string;
    }>`select id, shown from account_claims where replace(shown, 'browser:', '') <> shown`.execute(db);
    for (const { id, shown } of claims.rows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names of ways
      const kept = (JSON.parse(shown) as readonly string[]).filter((way) => !way.startsWith('browser:'));
      await sql`update account_claims set shown = ${JSON.stringify(kept)} where id = ${id}`.execute(db);
    }
  },
};
