import { activityRows, type ActivityRow } from '#contract/vocabulary/activity.ts';
import { createActivity, type NotedEvent } from '#server/core/activity/activity.ts';
import { addRightsCounts } from '#server/core/rights-counters/rights-counters.repository.ts';
import type { RightsCount } from '#server/core/rights-counters/rights-counts.ts';
import { newId } from '#server/platform/ids.ts';
import { countsOf } from './counted-rights.ts';
import { isFirstForAuthority, noteStaffAct } from './staff-acts.repository.ts';
import { prepareInsertAuditRow } from './audit.repository.ts';
import { withMacs, type AuditChainDeps } from './audit-chain.ts';

/** Security events of an account. Names are permanent: the trail outlives the code. */
export type AuditEvent =
  | 'account.registered'
  | 'sign-in.password'
  | 'sign-in.code'
  | 'sign-in.social'
  | 'sign-in.passkey'
  | 'sign-in.qr'
  | 'qr.opened'
  | 'qr.approved'
  | 'qr.denied'
  | 'qr.mismatch'
  | 'qr.reported'
  | 'sign-in.refused'
  | 'sign-in.second-step'
  | 'sign-out'
  | 'session.locked'
  | 'verification.given'
  | 'password.changed'
  | 'password.set'
  | 'password.reset'
  | 'password.removed'
  | 'totp.added'
  | 'totp.removed'
  | 'recovery-codes.made'
  | 'recovery-code.used'
  | 'two-step.on'
  | 'two-step.off'
  | 'two-step.changed'
  | 'browser.trusted'
  | 'browser.distrusted'
  | 'recovery.reviewed'
  | 'recovery.begun'
  | 'recovery.proven'
  | 'recovery.done'
  | 'claim.opened'
  | 'notice.answered'
  | 'notice.settings-changed'
  | 'claim.stopped'
  | 'claim.cancelled'
  | 'claim.done'
  | 'claim.lapsed'
  | 'avatar.changed'
  | 'profile.changed'
  | 'region.changed'
  | 'language.changed'
  | 'agreement.accepted'
  | 'agreement.later'
  | 'choice.given'
  | 'choice.withdrawn'
  | 'guardian.invited'
  | 'guardian.agreed'
  | 'guardian.refused'
  | 'guardian.looked'
  | 'guardian.exported'
  | 'guardian.withdrawn'
  | 'guardian.ended'
  | 'age.checked'
  | 'child.limited'
  | 'child.grown'
  | 'child.chose'
  | 'settings.enabled'
  | 'settings.disabled'
  | 'settings.erased'
  | 'publication.published'
  | 'publication.drafted'
  | 'publication.approved'
  | 'publication.withdrawn'
  | 'phone.bound'
  | 'phone.changed'
  | 'phone.unbound'
  | 'email.bound'
  | 'email.changed'
  | 'email.unbound'
  | 'address.restored'
  | 'legacy.proven'
  | 'legacy.upgraded'
  | 'legacy.merged'
  | 'legacy.merge-undone'
  | 'legacy.released'
  | 'app.allowed'
  | 'app.cancelled'
  | 'app.narrowed'
  | 'device.allowed'
  | 'device.denied'
  | 'device.unbound'
  | 'desktop.code'
  | 'session.unbound'
  | 'sessions.ended'
  | 'developer.began'
  | 'developer.app-created'
  | 'developer.app-changed'
  | 'developer.secret-made'
  | 'developer.secret-removed'
  | 'developer.secret-confirmed'
  | 'developer.keys-changed'
  | 'developer.domain-proven'
  | 'developer.review-asked'
  | 'developer.tried'
  | 'developer.transfer-asked'
  | 'developer.transfer-done'
  | 'developer.app-deleted'
  | 'developer.stream-made'
  | 'developer.stream-changed'
  | 'developer.stream-removed'
  | 'operator.acted'
  | 'operator.looked'
  | 'desk.read'
  | 'desk.searched'
  | 'desk.entered'
  | 'desk.left'
  | 'desk.refused'
  | 'desk.alarm'
  | 'desk.exception'
  | 'desk.exception-asked'
  | 'desk.exception-reviewed'
  | 'desk.bait-added'
  | 'audit.exported'
  | 'dispute.ended'
  | 'message.resent'
  | 'recovery.invited'
  | 'note.added'
  | 'approval.asked'
  | 'approval.given'
  | 'approval.refused'
  | 'ticket.created'
  | 'social.bound'
  | 'social.unbound'
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'passkey.suspected'
  | 'sign-in.deleting'
  | 'deletion.verified'
  | 'deletion.requested'
  | 'deletion.withdrawn'
  | 'export.requested'
  | 'export.ready'
  | 'export.failed'
  | 'export.canceled'
  | 'export.opened'
  | 'export.downloaded'
  | 'export.expired'
  | 'request.opened'
  | 'request.replied'
  | 'request.asked'
  | 'request.extended'
  | 'request.answered'
  | 'request.withdrawn'
  | 'account.purged'
  | 'account.locked'
  | 'account.unlocked'
  | 'account.frozen'
  | 'account.unfrozen'
  | 'way.restored'
  | 'installation.restored'
  | 'installation.rekeyed';

/** Events of the desk, which no account sees: apart from the table, which people's pages load. */
const deskRows = {
  'desk.read': { hidden: 'a part of operator.looked' },
  'desk.searched': { hidden: 'of nobody: nothing was found' },
  'desk.entered': { hidden: 'of a member of staff, who reads it at the desk' },
  'desk.left': { hidden: 'of a member of staff, who reads it at the desk' },
  'desk.refused': { hidden: 'a sign-in that is shown by itself' },
  'desk.exception-asked': { hidden: 'a step of desk.exception' },
  'desk.bait-added': { hidden: 'of an account that belongs to nobody' },
  'audit.exported': { hidden: 'of the trail itself' },
  'desk.alarm': { hidden: 'of staff, not of an account' },
  'publication.drafted': { hidden: 'of staff, not of an account' },
  'publication.approved': { hidden: 'of staff, not of an account' },
  'publication.withdrawn': { hidden: 'of staff, not of an account' },
} as const satisfies Readonly<Record<string, ActivityRow>>;

/** A new event does not compile before it says whether its account sees it. */
const rows: Readonly<Record<AuditEvent, ActivityRow>> = { ...activityRows, ...deskRows };

/** Source of an event. */
export interface Origin {
  readonly clientIp: string;
  readonly requestId: string;
  readonly userAgent: string;
}

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly accountId: string | null;
  readonly sessionId?: string;
  /** The session that it ended, where that is another one. Not in the trail: apps hear of it. */
  readonly endedSessionId?: string;
  /** The phone or email that it replaced. Not in the trail: apps that may know it hear of it. */
  readonly former?: { readonly kind: 'phone' | 'email'; readonly value: string };
  /** What it counts as in the transparency report, beyond what every such event does. Not in the trail. */
  readonly counts?: readonly RightsCount[];
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'> & {
    readonly userAgent?: string;
    /** Hash of the known-browser cookie. */
    readonly browser?: string | undefined;
  };
  /** Never a phone, an email, a code or a password. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The trail of security events: one row per event, in the transaction of its effect, and one in the activity of its
 * account. The database refuses updates and
 * deletes, except that a client IP is erased with its account, and that old rows are removed behind a checkpoint
 * (`./audit-chain.ts`).
 */
export interface Audit {
  record(entry: AuditEntry): Promise<Recorded>;
  /** An event beyond the budget of the trail: it is counted, and written nowhere. */
  leaveOut(event: AuditEvent): void;
}

/**
 * An event that stands in the trail, and of which the account's apps have been told: what ends their consents asks for it,
 * because afterwards nobody knows whom to tell. Only `record` makes one.
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
  /** Hears of each event in its transaction. */
  readonly told?: (entry: AuditEntry) => Promise<void>;
  /** Hears of each event after the commit of its transaction. */
  readonly counted?: (event: AuditEvent) => void;
}

export function createAudit({ db, clock, keyring }: AuditChainDeps, { told, counted }: AuditListeners = {}): Audit {
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
        session: sessionId?.slice(0, 16) ?? '',
        address: origin.clientIp,
        request_id: origin.requestId,
        detail: detail === undefined ? '' : JSON.stringify(detail),
      };
      await insert(withMacs(keyring, row));
      await told?.(entry);
      if (counted !== undefined) db.afterCommit(() => counted(event));
      const names = countsOf(entry, { isFirstForAuthority: await isFirstForAuthority(db, detail) });
      await noteStaffAct(db, { ...row, detail });
      await addRightsCounts(db, { accountId, names, at: row.at });
      const recorded = new RecordedEvent(accountId);
      if (accountId === null || !isNoted(event)) return recorded;
      const { userAgent = '', browser = '' } = origin;
      await activity.note({ id: row.id, accountId, at: row.at, event, userAgent, browser });
      return recorded;
    },

    leaveOut(event) {
      counted?.(event);
    },
  };
}

function isNoted(event: AuditEvent): event is AuditEvent & NotedEvent {
  return 'group' in rows[event] || event === 'sign-in.refused';
}
