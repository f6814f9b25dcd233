import { sealAuditRows } from './audit.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { AuditSealsTable } from './audit-seals.table.ts';
import type { AuditTable } from './audit.table.ts';

/** A row before the insert: not yet under a seal. */
export type NewAuditRow = Omit<AuditTable, 'seal'>;
/** A row as read from the database. */
export type AuditRow = NewAuditRow & { readonly seal: number };
export type AuditSeal = AuditSealsTable;

/** Adds a row to the audit trail, in the caller's transaction. */
export type InsertAuditRow = (row: NewAuditRow) => Promise<unknown>;

export function prepareInsertAuditRow(db: Db): InsertAuditRow {
  return db.prepare<{ [Column in keyof NewAuditRow]: NewAuditRow[Column] }, unknown>((q, param) =>
    q.insertInto('audit').values({
      id: param('id'),
      at: param('at'),
      account_id: param('account_id'),
      event: param('event'),
      session: param('session'),
      client_ip: param('client_ip'),
      request_id: param('request_id'),
      detail: param('detail'),
      salt: param('salt'),
      client_ip_mac: param('client_ip_mac'),
      mac: param('mac'),
      seal: 0,
    }),
  );
}

/**
 * The rows of the chain. Apart from inserts, only the removal behind a checkpoint changes them; the database refuses
 * all other changes.
 */
export interface AuditChainRows {
  head(): Promise<AuditSeal | undefined>;
  newestCheckpoint(): Promise<AuditSeal | undefined>;
  seal(number: number): Promise<AuditSeal | undefined>;
  sealsAfter(number: number, limit: number): Promise<readonly AuditSeal[]>;
  /** False when another instance inserted a seal with this number. */
  insertSeal(seal: AuditSeal): Promise<boolean>;
  /** The oldest unsealed rows. */
  unsealed(limit: number): Promise<readonly AuditRow[]>;
  /** Puts rows under a seal; returns the number of rows that had none. */
  putUnder(seal: number, ids: readonly string[]): Promise<number>;
  row(id: string): Promise<AuditRow | undefined>;
  rowsUnder(seal: number): Promise<readonly AuditRow[]>;
  /** Ordered by seal, time and id; `after` is the last row read. */
  rowsAfter(after: Pick<AuditRow, 'seal' | 'at' | 'id'> | undefined, range: TimeRange, limit: number): Promise<readonly AuditRow[]>;
  /** Whether a seal has a row of this time or later. */
  hasRowsSince(seal: number, at: number): Promise<boolean>;
  removeThrough(seal: number): Promise<number>;
  /** Seal numbers in rows without a matching seal. */
  sealsThatAreMissing(): Promise<readonly number[]>;
  countUnsealed(): Promise<number>;
  purgedAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Legacy accounts of this list that became part of an account that is now purged. */
  purgedLegacyAmong(legacyIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Milliseconds; `to` is excluded. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export function createAuditChainRows(db: Db): AuditChainRows {
  const seals = () => db.q().selectFrom('audit_seals').selectAll();
  const rows = () => db.q().selectFrom('audit').selectAll().orderBy('seal').orderBy('at').orderBy('id');
  return {
    head: () => seals().orderBy('number', 'desc').limit(1).executeTakeFirst(),
    newestCheckpoint: () => seals().where('kind', '=', 'checkpoint').orderBy('number', 'desc').limit(1).executeTakeFirst(),
    seal: (number) => seals().where('number', '=', number).executeTakeFirst(),
    sealsAfter: (number, limit) => seals().where('number', '>', number).orderBy('number').limit(limit).execute(),
    async insertSeal(seal) {
      const { numInsertedOrUpdatedRows } = await db
        .q()
        .insertInto('audit_seals')
        .values(seal)
        .onConflict((conflict) => conflict.column('number').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    unsealed: (limit) => rows().where('seal', '=', 0).limit(limit).execute(),
    putUnder: (seal, ids) => sealAuditRows(db, { seal, ids }),
    row: (id) => rows().where('id', '=', id).executeTakeFirst(),
    rowsUnder: (seal) => rows().where('seal', '=', seal).execute(),
    rowsAfter(after, { from, to }, limit) {
      let query = rows().where('at', '>=', from).where('at', '<', to).limit(limit);
      if (after) query = query.where((eb) => eb(eb.refTuple('seal', 'at', 'id'), '>', eb.tuple(after.seal, after.at, after.id)));
      return query.execute();
    },
    async hasRowsSince(seal, at) {
      const row = await db.q().selectFrom('audit').select('id').where('seal', '=', seal).where('at', '>=', at).limit(1).executeTakeFirst();
      return row !== undefined;
    },
    async removeThrough(seal) {
      const { numDeletedRows } = await db.q().deleteFrom('audit').where('seal', '>', 0).where('seal', '<=', seal).executeTakeFirstOrThrow();
      await db.q().deleteFrom('audit_seals').where('number', '<=', seal).execute();
      return Number(numDeletedRows);
    },
    async sealsThatAreMissing() {
      const missing = await db
        .q()
        .selectFrom('audit')
        .select('seal')
        .distinct()
        .where('seal', '<>', 0)
        .where((eb) => eb.not(eb.exists(eb.selectFrom('audit_seals').select('number').whereRef('number', '=', 'audit.seal'))))
        .orderBy('seal')
        .limit(100)
        .execute();
      return missing.map(({ seal }) => seal);
    },
    async countUnsealed() {
      const { count } = await db
        .q()
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('seal', '=', 0)
        .executeTakeFirstOrThrow();
      return count;
    },
    async purgedAmong(accountIds) {
      if (accountIds.length === 0) return new Set();
      const found = await db.q().selectFrom('accounts').select('id').where('id', 'in', accountIds).where('state', '=', 'purged').execute();
      return new Set(found.map(({ id }) => id));
    },
    async purgedLegacyAmong(legacyIds) {
      if (legacyIds.length === 0) return new Set();
      const found = await db
        .q()
        .selectFrom('legacy_accounts')
        .innerJoin('accounts', 'accounts.id', 'legacy_accounts.account_id')
        .select('legacy_accounts.id')
        .where('legacy_accounts.id', 'in', legacyIds)
        .where('accounts.state', '=', 'purged')
        .execute();
      return new Set(found.map(({ id }) => id));
    },
  };
}

/**
 * Erases the client IPs of an account's events, in the transaction of its purge; the events stay. Includes events of
 * its legacy account before the upgrade: they were its owner's, too.
 */
export async function forgetClientIps(db: Db, accountId: string): Promise<void> {
  const nowhere = { client_ip: '', salt: '' };
  await db.q().updateTable('audit').set(nowhere).where('account_id', '=', accountId).execute();
  const legacy = await db.q().selectFrom('legacy_accounts').select('id').where('account_id', '=', accountId).execute();
  if (legacy.length === 0) return;
  await db
    .q()
    .updateTable('audit')
    .set(nowhere)
    .where('account_id', 'is', null)
    .where('event', '=', 'legacy.proven')
    .where(
      'detail',
      'in',
      legacy.map(({ id }) => JSON.stringify({ legacy: id })),
    )
    .execute();
}
