import { oldestHold } from '#server/core/account/holds/holds.repository.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { sealAudit, trimAudit, type AuditChainDeps } from './audit-chain.ts';

export interface AuditJobDeps extends AuditChainDeps {
  readonly log: Pick<Log, 'info'>;
  /** Retention of rows, in days. */
  readonly keepDays: number;
}

/**
 * Seals new audit rows and removes old ones. A removed row can go unnoticed until the next run. The head goes to the
 * log, which is kept elsewhere, so that a shortened or replaced chain can be detected.
 */
export function auditJob({ log, keepDays, ...deps }: AuditJobDeps): Job {
  let trimmedAt = Number.NEGATIVE_INFINITY;
  return {
    everyMs: minute,
    removes: { rows: 'because they are older than the trail is kept', held: 'stay' },
    failure: 'the audit trail could not be sealed',
    async run() {
      const head = await sealAudit(deps);
      if (head) log.info({ seal: head.number, mac: head.mac }, 'the audit trail was sealed');
      const at = deps.clock.now();
      if (at - trimmedAt < hour) return;
      trimmedAt = at;
      // Rows from before the oldest hold of an authority stay.
      const since = Math.min(at, (await oldestHold(deps.db)) ?? at);
      const removed = await trimAudit(deps, since - keepDays * day);
      if (removed > 0) log.info({ removed }, 'old rows of the audit trail were removed');
    },
  };
}
