import { day, hour, minute } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { sealAudit, trimAudit, type AuditChainDeps } from './audit-chain.ts';

export interface AuditJobDeps extends AuditChainDeps {
  readonly log: Pick<Log, 'info' | 'error'>;
  /** How long rows stay, in days. */
  readonly keepDays: number;
}

/** Keeps the trail's chain in the background. */
export interface AuditJob {
  /** Seals what is new, and removes what is too old; one run at a time. A failure is reported and made up for by the next run. */
  run(): Promise<void>;
  /** Lets a run that is under way finish. */
  close(): Promise<void>;
}

/**
 * Looks every minute: for so long a removed row can go unnoticed. The head goes to the log, which is kept elsewhere, so that a chain that was
 * cut off or replaced by an older one can be told.
 */
export function startAuditJob({ log, keepDays, ...deps }: AuditJobDeps): AuditJob {
  let running: Promise<void> | undefined;
  let trimmedAt = Number.NEGATIVE_INFINITY;

  async function work(): Promise<void> {
    try {
      const head = await sealAudit(deps);
      if (head) log.info({ seal: head.number, mac: head.mac }, 'the audit trail was sealed');
      const at = deps.clock.now();
      if (at - trimmedAt < hour) return;
      trimmedAt = at;
      const removed = await trimAudit(deps, at - keepDays * day);
      if (removed > 0) log.info({ removed }, 'old rows of the audit trail were removed');
    } catch (error) {
      log.error({ err: error }, 'the audit trail could not be sealed');
    } finally {
      running = undefined;
    }
  }

  function run(): Promise<void> {
    running ??= work();
    return running;
  }

  const timer = setInterval(() => void run(), minute).unref();
  return {
    run,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
