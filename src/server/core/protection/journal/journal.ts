import type { Audit } from '#server/core/protection/audit/audit.ts';
import type { Notices } from '#server/core/protection/notices/notices.ts';
import type { Log } from '#server/platform/observation/log.ts';

/**
 * Reports to the audit trail, to the people concerned, and to the operator. The first two in the transaction of the
 * event.
 */
export interface Journal {
  readonly audit: Audit;
  readonly notices: Notices;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}
