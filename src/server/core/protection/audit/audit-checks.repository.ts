import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { AuditChecksTable } from './audit-checks.table.ts';

export type AuditCheck = Readonly<Selectable<AuditChecksTable>>;

/** The newest check of a kind. */
export async function lastCheck(db: Db, kind: AuditCheck['kind']): Promise<AuditCheck | undefined> {
  return db
    .q()
    .selectFrom('audit_checks')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .orderBy('through', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Where a check ended. */
export function headOf(check: AuditCheck | undefined): { readonly number: number; readonly mac: string } | undefined {
  return check && { number: check.through, mac: check.head };
}

export async function insertCheck(db: Db, check: AuditCheck): Promise<void> {
  await db.q().insertInto('audit_checks').values(check).execute();
}

/** Number of faults that checks have found since this moment. */
export async function faultsSince(db: Db, { kind, since }: { readonly kind: AuditCheck['kind']; readonly since: number }): Promise<number> {
  const { faults } = await db
    .q()
    .selectFrom('audit_checks')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('faults'), eb.lit(0)).as('faults'))
    .where('kind', '=', kind)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(faults);
}
