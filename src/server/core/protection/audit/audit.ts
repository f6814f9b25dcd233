import { activityRows, type ActivityRow } from '#contract/protection/activity/activity.words.ts';
import { createActivity, type NotedEvent } from '#server/core/protection/activity/activity.ts';
import { addRightsCounts } from '#server/core/protection/rights-counters/rights-counters.repository.ts';
import { newId } from '#server/platform/ids.ts';
import { deskRows, sessionInTrail, type AuditEntry, type AuditEvent } from './audit-entry.ts';
import { countsOf } from './counted-rights.ts';
import { isFirstForAuthority, noteStaffAct } from './staff-acts.repository.ts';
import { prepareInsertAuditRow } from './audit.repository.ts';
import { withMacs, type AuditChainDeps } from './audit-chain.ts';

export type { AuditEntry, AuditEvent, Origin } from './audit-entry.ts';

const rows: Readonly<Record<AuditEvent, ActivityRow>> = { ...activityRows, ...deskRows };

/**
 * The trail of security events: one row per event, in the transaction of its effect, and one in the activity of its
 * account. The database refuses updates and
 * deletes, except that a client IP is erased with its account, and that old rows are removed behind a checkpoint
 * (`./audit-chain.ts`).
 */
export interface Audit {
  record(entry: AuditEntry): Promise<Recorded>;
}

/**
 * Proof that the trail has an event and that the account's apps were told. The end of consents requires it, because
 * afterwards nobody knows which apps to tell. Only `record` makes one.
 */
class RecordedEvent {
  readonly #accountId: string | null;

  constructor(accountId: string | null) {
    this.#accountId = accountId;
  }

  /** @throws {Error} for an event of no account */
  get accountId(): string {
    if (this.#accountId === null) throw new Error('The event is of no account.');
    return this.#accountId;
  }
}

export type Recorded = RecordedEvent;

export interface AuditListeners {
  /** Takes each event in its transaction. */
  readonly told?: (entry: AuditEntry) => Promise<void>;
}

export function createAudit({ db, clock, keyring }: AuditChainDeps, { told }: AuditListeners = {}): Audit {
  const insert = prepareInsertAuditRow(db);
  const activity = createActivity(db);
  return {
    async record(entry) {
      const { event, accountId, sessionId, origin, detail } = entry;
      const row = {
        id: newId(),
        at: clock.now(),
        account_id: accountId,
        event,
        session: sessionId?.slice(0, sessionInTrail) ?? '',
        client_ip: origin.clientIp,
        request_id: origin.requestId,
        detail: detail === undefined ? '' : JSON.stringify(detail),
      };
      await insert(withMacs(keyring, row));
      await told?.(entry);
      const names = countsOf(entry, { isFirstForAuthority: await isFirstForAuthority(db, detail) });
      await noteStaffAct(db, { ...row, detail });
      await addRightsCounts(db, { accountId, names, at: row.at });
      const recorded = new RecordedEvent(accountId);
      if (accountId === null || !isNoted(event)) return recorded;
      const { userAgent = '', browser = '' } = origin;
      await activity.note({ id: row.id, accountId, at: row.at, event, userAgent, browser });
      return recorded;
    },
  };
}

function isNoted(event: AuditEvent): event is AuditEvent & NotedEvent {
  return 'group' in rows[event] || event === 'sign-in.refused';
}
