import { newId } from '#server/platform/ids.ts';
import { prepareInsertAuditRow } from './audit.repository.ts';
import { withMacs, type AuditChainDeps } from './audit-chain.ts';

/** Security events of an account. Names are permanent: the trail outlives the code. */
export type AuditEvent =
  | 'account.registered'
  | 'sign-in.password'
  | 'sign-in.code'
  | 'sign-in.social'
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
  | 'recovery.proven'
  | 'recovery.done'
  | 'claim.opened'
  | 'notice.answered'
  | 'claim.stopped'
  | 'claim.cancelled'
  | 'claim.done'
  | 'claim.lapsed'
  | 'avatar.changed'
  | 'profile.changed'
  | 'region.changed'
  | 'language.changed'
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
  | 'session.unbound'
  | 'sessions.ended'
  | 'ticket.created'
  | 'social.bound'
  | 'social.unbound'
  | 'sign-in.deleting'
  | 'deletion.verified'
  | 'deletion.requested'
  | 'deletion.withdrawn'
  | 'account.purged'
  | 'account.locked'
  | 'account.unlocked'
  | 'installation.restored'
  | 'installation.rekeyed';

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
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'>;
  /** Never a phone, an email, a code or a password. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The trail of security events: one row per event, in the transaction of its effect. The database refuses updates and
 * deletes, except that a client IP is erased with its account, and that old rows are removed behind a checkpoint
 * (`./audit-chain.ts`).
 */
export interface Audit {
  record(entry: AuditEntry): Promise<void>;
}

export function createAudit({ db, clock, keyring }: AuditChainDeps): Audit {
  const insert = prepareInsertAuditRow(db);
  return {
    async record({ event, accountId, sessionId, origin, detail }) {
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
    },
  };
}
