import type { Db } from '#server/platform/db/db.ts';
import type { AuditTable } from '#server/platform/db/schema.ts';

/** Adds a row to the trail, in the caller's transaction. There is no other statement on it but reading. */
export type InsertAuditRow = (row: AuditTable) => Promise<unknown>;

export function prepareInsertAuditRow(db: Db): InsertAuditRow {
  return db.prepare<{ [Column in keyof AuditTable]: AuditTable[Column] }, unknown>((q, param) =>
    q.insertInto('audit').values({
      id: param('id'),
      at: param('at'),
      account_id: param('account_id'),
      event: param('event'),
      session: param('session'),
      address: param('address'),
      request_id: param('request_id'),
      detail: param('detail'),
    }),
  );
}
