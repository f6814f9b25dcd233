import { day } from '#server/platform/clock.ts';
import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** Parts of the audit chain that a server has verified (`./audit-checks.ts`). */
export interface AuditChecksTable {
  id: string;
  /** `new`: what was sealed since the check before. `whole`: a part of a pass over everything. */
  kind: 'new' | 'whole';
  /** Beginning of the pass; for a check of new seals the same as `at`. */
  begun_at: number;
  from_seal: number;
  through: number;
  /** Keyed hash of the last seal. */
  head: string;
  at: number;
  /** Number of faults in this part. */
  faults: number;
  /** 1 where a pass has reached the end of the chain. */
  done: number;
}

export const auditChecks = table<AuditChecksTable>()({
  name: 'audit_checks',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: 400 * day, every: 'hour' }],
  erase: 'of nobody, because they name seals alone',
  restore: 'void',
  merge: 'keep',
  columns: {
    id: isBookkeeping,
    kind: isBookkeeping,
    begun_at: isBookkeeping,
    from_seal: isBookkeeping,
    through: isBookkeeping,
    head: isBookkeeping,
    at: isBookkeeping,
    faults: isBookkeeping,
    done: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    audit_checks: AuditChecksTable;
  }
}
