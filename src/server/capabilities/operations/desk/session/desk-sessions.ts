import { whyUnsound } from '#server/core/operations/staff/sound-account.ts';
import {
  beginDeskSession,
  endDeskSession,
  proveDeskSession,
  touchDeskSession,
} from '#server/core/operations/desk/desk-sessions.guarded.ts';
import { findDeskSession, type FoundDeskSession } from '#server/core/operations/desk/desk-sessions.repository.ts';
import type { DeskSession } from '#server/core/operations/desk/desk-session.ts';
import { memberOfAccount } from '#server/core/operations/staff/staff.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { networksOf } from '#server/platform/http/requests/client-ip.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Entry } from './enter-desk.ts';

export interface DeskSessionDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly journal: Pick<Journal, 'audit'>;
  readonly lives: { readonly idleMinutes: number; readonly hours: number };
}

/** Where a request of the desk comes from. */
export interface DeskOrigin {
  readonly clientIp: string;
  readonly requestId: string;
}

/** A session that has begun, or continues: then there is no new cookie. */
interface Begun {
  readonly token: string | undefined;
  readonly until: number;
  readonly idleUntil: number;
  readonly endedAnother: boolean;
}

/**
 * Begins the session of a member who has just signed in, bound to the key of their browser; their session elsewhere ends.
 * @throws {Refusal} tokenError if it is a member no more, deskHeld
 */
export async function beginSession(
  deps: DeskSessionDeps,
  {
    entry,
    thumbprint,
    origin,
    token: own,
  }: { readonly entry: Entry; readonly thumbprint: string; readonly origin: DeskOrigin; readonly token: string | undefined },
): Promise<Begun> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const goesOn = own === undefined ? undefined : await proveAgain(deps, { entry, thumbprint, origin, token: own });
  if (goesOn !== undefined) return goesOn;
  const token = newToken();
  const until = at + deps.lives.hours * hour;
  const endedAnother = await db.tx(async () => {
    const account = await deps.identity.accounts.findById(entry.accountId);
    const member = await memberOfAccount(db, entry.accountId);
    if (account === undefined || member === undefined || member.state === 'ended') throw new Refusal('tokenError', { reason: 'no member' });
    if (member.state !== 'active' || whyUnsound(account, { role: member.role, since: member.changedAt }) !== undefined) {
      throw new Refusal('deskHeld', { reason: 'the member is held at the sign-in' });
    }
    const ended = await beginDeskSession(
      db,
      {
        id: sha256(token),
        account_id: account.id,
        member: member.name,
        role_since: member.changedAt,
        credential_epoch: account.credentialEpoch,
        thumbprint,
        proof_at: entry.proofAt,
        expires_at: until,
        network: widestNetwork(origin.clientIp),
      },
      at,
    );
    const detail = { operator: member.name, role: member.role };
    await deps.journal.audit.record({ event: 'desk.entered', accountId: account.id, origin, detail });
    return ended;
  });
  return { token, until, idleUntil: at + deps.lives.idleMinutes * minute, endedAnother };
}

/** The session of the same member and key, which continues with the new proof. */
async function proveAgain(
  deps: DeskSessionDeps,
  {
    entry,
    thumbprint,
    origin,
    token,
  }: { readonly entry: Entry; readonly thumbprint: string; readonly origin: DeskOrigin; readonly token: string },
): Promise<Begun | undefined> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const found = await findDeskSession(db, sha256(token));
  const account = found && (await deps.identity.accounts.findById(found.accountId));
  if (found?.accountId !== entry.accountId || found.thumbprint !== thumbprint || found.credentialEpoch !== account?.credentialEpoch)
    return undefined;
  if (at >= found.seenAt + deps.lives.idleMinutes * minute || isHeld(found)) return undefined;
  if (whyUnsound(account, { role: found.role, since: found.roleSince }) !== undefined) return undefined;
  const proof = { id: found.id, proofAt: entry.proofAt, network: widestNetwork(origin.clientIp), at };
  if (!(await proveDeskSession(db, proof))) return undefined;
  return { token: undefined, until: found.expiresAt, idleUntil: at + deps.lives.idleMinutes * minute, endedAnother: false };
}

/** Result of the search for a session of the desk. */
export type FoundMember =
  | { readonly status: 'unknown' | 'over' | 'held' | 'elsewhere' }
  | { readonly status: 'live'; readonly session: DeskSession };

/** A request that came with a cookie of the desk. */
interface DeskRequest {
  readonly token: string;
  /** Verifies the signature of a session and refuses a repeated one. Call it once, for a session that exists. */
  readonly isSignedBy: (thumbprint: string) => Promise<boolean>;
  readonly clientIp: string;
  readonly keepsAlive: boolean;
}

/**
 * The member behind a cookie and the key that has signed the request: as the account and the role are now, at each call.
 * A cookie without its key counts as no cookie, and an unknown one costs one lookup.
 */
export async function findMember(deps: DeskSessionDeps, { token, isSignedBy, clientIp, keepsAlive }: DeskRequest): Promise<FoundMember> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const found = await findDeskSession(db, sha256(token));
  if (found === undefined || !(await isSignedBy(found.thumbprint))) return { status: 'unknown' };
  const idleUntil = found.seenAt + deps.lives.idleMinutes * minute;
  if (at >= found.expiresAt || at >= idleUntil) return { status: 'over' };
  const account = await deps.identity.accounts.findById(found.accountId);
  if (account === undefined || account.credentialEpoch !== found.credentialEpoch) return { status: 'unknown' };
  if (isHeld(found) || whyUnsound(account, { role: found.role, since: found.roleSince }) !== undefined) return { status: 'held' };
  if (found.network !== widestNetwork(clientIp)) return { status: 'elsewhere' };
  if (keepsAlive && found.seenAt < at) await touchDeskSession(db, { id: found.id, at });
  return {
    status: 'live',
    session: {
      sessionId: found.id,
      accountId: found.accountId,
      language: account.language,
      member: found.member,
      role: found.role,
      proofAt: found.proofAt,
      until: found.expiresAt,
      idleUntil: keepsAlive ? at + deps.lives.idleMinutes * minute : idleUntil,
    },
  };
}

/** A role that was taken, or given again, since the session began: it is asked for again with a sign-in. */
function isHeld({ state, changedAt, roleSince }: FoundDeskSession): boolean {
  return state !== 'active' || changedAt !== roleSince;
}

/** Ends the session at the wish of its member. */
export async function leaveDesk(deps: DeskSessionDeps, session: DeskSession, origin: DeskOrigin): Promise<void> {
  const { db, clock } = deps.store;
  await db.tx(async () => {
    if (!(await endDeskSession(db, { id: session.sessionId, at: clock.now() }))) return;
    await deps.journal.audit.record({ event: 'desk.left', accountId: session.accountId, origin, detail: { operator: session.member } });
  });
}

/** The /24 or /48 of an address. */
function widestNetwork(clientIp: string): string {
  return networksOf(clientIp).at(-1)?.name ?? clientIp;
}
