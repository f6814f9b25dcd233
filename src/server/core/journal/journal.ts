import type { Audit } from '#server/core/audit/audit.ts';
import type { Notices } from '#server/core/notices/notices.ts';
import type { Log } from '#server/platform/log.ts';

/** Who is told what: the audit trail, the people concerned, and the operator. The first two in the transaction of what happened. */
export interface Journal {
  readonly audit: Audit;
  readonly notices: Notices;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}
