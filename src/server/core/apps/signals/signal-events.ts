import type { AuditEvent } from '#server/core/protection/audit/audit.ts';

/** Kinds of events that apps can be notified of, with their identifiers (CAEP 1.0, RISC 1.0, SSF 1.0). */
export const eventUris = {
  'session-revoked': 'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
  'credential-change': 'https://schemas.openid.net/secevent/caep/event-type/credential-change',
  'account-disabled': 'https://schemas.openid.net/secevent/risc/event-type/account-disabled',
  'account-enabled': 'https://schemas.openid.net/secevent/risc/event-type/account-enabled',
  'account-purged': 'https://schemas.openid.net/secevent/risc/event-type/account-purged',
  'recovery-activated': 'https://schemas.openid.net/secevent/risc/event-type/recovery-activated',
  'recovery-information-changed': 'https://schemas.openid.net/secevent/risc/event-type/recovery-information-changed',
  'identifier-changed': 'https://schemas.openid.net/secevent/risc/event-type/identifier-changed',
  'assurance-level-change': 'https://schemas.openid.net/secevent/caep/event-type/assurance-level-change',
} as const;

export type SignalEvent = keyof typeof eventUris;

/** Sent only to webhooks: our own event, of which no standard speaks. */
export const webhookEvents = ['consent.revoked'] as const;

export type SignalName = SignalEvent | (typeof webhookEvents)[number];

/** About a stream; each app gets them. */
export const streamEventUris = {
  verification: 'https://schemas.openid.net/secevent/ssf/event-type/verification',
  'stream-updated': 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated',
} as const;

export function isSignalEvent(text: string): text is SignalEvent {
  return Object.hasOwn(eventUris, text);
}

/** The event of an identifier; undefined for one that is never sent. */
export function eventOfUri(uri: string): SignalEvent | undefined {
  return Object.keys(eventUris)
    .filter(isSignalEvent)
    .find((name) => eventUris[name] === uri);
}

/** Members of an event beside its subject and its moment. Never a reason in free text. */
export type SignalMembers = Readonly<Record<string, string>>;

/** One event that an act causes. */
export interface SignalRow {
  readonly event: SignalName;
  /** `session`: one session of the person; otherwise the person, with all sessions. */
  readonly of?: 'session';
  readonly by: 'user' | 'admin' | 'policy' | 'system';
  readonly members?: SignalMembers;
  /** Names the person by the contact that was replaced, and goes only to apps that may know it. */
  readonly ofFormer?: true;
}

const credential = (type: string, change: 'create' | 'update' | 'delete'): SignalRow => ({
  event: 'credential-change',
  by: 'user',
  members: { credential_type: type, change_type: change },
});
/** From one step to two, or back (CAEP 1.0 section 3.4). */
const level = (direction: 'increase' | 'decrease'): SignalRow => ({
  event: 'assurance-level-change',
  by: 'user',
  members: {
    namespace: 'NIST-AAL',
    current_level: direction === 'increase' ? 'nist-aal2' : 'nist-aal1',
    previous_level: direction === 'increase' ? 'nist-aal1' : 'nist-aal2',
    change_direction: direction,
  },
});
const allSessions = (by: SignalRow['by']): SignalRow => ({ event: 'session-revoked', by });
const oneSession = (by: SignalRow['by']): SignalRow => ({ event: 'session-revoked', of: 'session', by });
const recovery: SignalRow = { event: 'recovery-information-changed', by: 'user' };
const activated: SignalRow = { event: 'recovery-activated', by: 'user' };
const renamed: SignalRow = { event: 'identifier-changed', by: 'user', ofFormer: true };
const disabled = (by: SignalRow['by']): SignalRow => ({ event: 'account-disabled', by });
/** Event of RISC 1.0 for an account that a thief was in. */
const hijacked: SignalRow = { event: 'account-disabled', by: 'user', members: { reason: 'hijacking' } };
const enabled = (by: SignalRow['by']): SignalRow => ({ event: 'account-enabled', by });

/**
 * Events that apps are sent about an act, by its event in the audit trail. An act that is not here tells them nothing; a new one
 * is one row. Changes that end all sessions say so too (ADR 5).
 */
export const signalRows: Partial<Record<AuditEvent, readonly SignalRow[]>> = {
  'sign-out': [oneSession('user')],
  'session.unbound': [oneSession('user')],
  'session.locked': [oneSession('policy')],
  'sessions.ended': [allSessions('user')],
  'password.set': [credential('password', 'create')],
  'password.changed': [credential('password', 'update'), allSessions('user')],
  'password.reset': [credential('password', 'update'), allSessions('user')],
  'password.removed': [credential('password', 'delete'), allSessions('policy')],
  'phone.bound': [credential('phone-sms', 'create'), recovery],
  'phone.changed': [credential('phone-sms', 'update'), recovery, renamed, allSessions('user')],
  'phone.unbound': [credential('phone-sms', 'delete'), recovery, allSessions('user')],
  'email.bound': [credential('email', 'create'), recovery],
  'email.changed': [credential('email', 'update'), recovery, renamed, allSessions('user')],
  'email.unbound': [credential('email', 'delete'), recovery, allSessions('user')],
  // Browsers do not tell where a passkey is kept: most are on the device of the moment.
  'passkey.added': [credential('fido2-platform', 'create')],
  'passkey.removed': [credential('fido2-platform', 'delete'), allSessions('user')],
  'totp.added': [credential('app', 'create')],
  'totp.removed': [credential('app', 'delete'), allSessions('user')],
  'recovery-codes.made': [recovery],
  'two-step.on': [level('increase'), allSessions('user')],
  'two-step.off': [level('decrease'), allSessions('user')],
  'social.unbound': [allSessions('user')],
  'recovery.proven': [activated],
  'claim.opened': [activated],
  'recovery.done': [credential('password', 'update'), recovery, allSessions('user')],
  'account.locked': [disabled('admin')],
  'account.unlocked': [enabled('admin')],
  'account.frozen': [allSessions('user'), hijacked],
  'account.unfrozen': [enabled('user'), credential('password', 'update')],
  'deletion.requested': [disabled('user')],
  'deletion.withdrawn': [enabled('user')],
  'account.purged': [{ event: 'account-purged', by: 'user' }],
  'app.canceled': [{ event: 'consent.revoked', by: 'user' }],
};
