import { newId } from '#server/platform/ids.ts';
import { prepareInsertAuditRow } from './audit.repository.ts';
import { withMacs, type AuditChainDeps } from './audit-chain.ts';

/** What happened to an account's security. Names are for ever: the log is kept longer than the code. */
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
  | 'recovery.reviewed'
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

/** From where an event came. */
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
 * The trail of security events: one row for each, in the transaction of its effect. The database refuses to change or delete a row, save that
 * its address goes with its account, and that old rows go behind a checkpoint (`./audit-chain.ts`).
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
