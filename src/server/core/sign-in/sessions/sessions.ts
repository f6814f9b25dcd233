import { newToken, sha256 } from '#server/platform/ids.ts';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import { endAccountSessions, endSession, setVerifiedUntil } from './sessions.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Emit } from '#server/core/events.ts';
import type { FoundSession, SessionPort, SignedIn } from '#server/platform/http/sessions/session-port.ts';
import type { Assurance } from '#server/core/sign-in/ways/assurance.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { LastSeen } from './last-seen.ts';
import { createSessionRows, type SessionRecord } from './sessions.repository.ts';

/** A session ends after some time without a request, and after a longer time in any case. Milliseconds. */
export interface SessionLives {
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Without settings of the operator. */
export const usualSessionLives: SessionLives = { idleMs: 7 * day, totalMs: 30 * day };
/** Precision of "last seen": one write per five minutes of use. */
export const sessionTouchMs = 5 * minute;
/** Maximum signed-in browsers per account; the oldest session makes room. */
export const sessionsPerAccount = 20;

/** A live session with the current state of its account. */
export interface Session extends SignedIn {
  /** End of the last identity proof of this session, or null. */
  readonly verifiedUntil: number | null;
  /** Time of the sign-in, or of the last identity proof. Milliseconds. */
  readonly startedAt: number;
  /** Which ceremonies were in it, kept when its id changes. */
  readonly assurance: Assurance;
  readonly account: Account;
  /** The desktop whose access token stands for a session: `sessionId` names no browser then. */
  readonly desktop?: { readonly deviceId: string; readonly clientId: string };
  /** For the account deletion page (`core/page-tickets`): no cookie, and visible only to calls with an X-Token. */
  readonly limitedTo?: DeletionPageSession;
}

/** The session of the account deletion page. */
export interface DeletionPageSession {
  /** The X-Token is a ticket that opened no page yet: a program sends it with its calls directly. */
  readonly isTicket: boolean;
  /** It came from a sign-in, so that a withdrawal signs in. */
  readonly signsIn: boolean;
}

export interface NewSession {
  readonly accountId: string;
  readonly credentialEpoch: number;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly assurance: Assurance;
  /** Until when it may make a passkey silently, once; without it, it may not. */
  readonly silentPasskeyUntil?: number | undefined;
}

/** The value of the cookie; only its hash is stored. */
export interface StartedSession {
  readonly token: string;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly expiresAt: number;
}

/**
 * Sessions live only in the database: an ended one is invalid for the next request on every instance. A session is also
 * invalid when its account is not active or a credential has changed since. One that an operator's lock has ended says
 * so (contract 4, code 4010).
 */
export interface Sessions extends SessionPort<Session> {
  readonly lives: SessionLives;
  /** Starts a session in the caller's transaction. */
  start(session: NewSession): Promise<StartedSession>;
  /** False when it had already ended. */
  end(sessionId: string): Promise<boolean>;
  /** Ends the session of a cookie's value, if there is one, before another replaces it. */
  endByToken(token: string): Promise<boolean>;
  /** Returns the number of ended sessions. */
  endAll(accountId: string, except?: string): Promise<number>;
  /** Records until when the person of this session counts as verified. */
  verify(sessionId: string, until: number): Promise<void>;
  /** Current `Session.verifiedUntil`, after a proof was spent. */
  verifiedUntil(sessionId: string): Promise<number | null>;
  /** Until when this session may make a passkey silently; null when it may not. */
  silentPasskeyUntil(sessionId: string): Promise<number | null>;
  /** Writes the session uses of the last second, before the database closes. */
  writeUses(): Promise<void>;
}

interface SessionsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly lives?: SessionLives;
  /** Absent where another process notifies apps. */
  readonly ended?: Emit<'sessionEnded'> | undefined;
}

export function createSessions({ db, clock, lives = usualSessionLives, ended }: SessionsOptions): Sessions {
  const rows = createSessionRows(db, { keep: sessionsPerAccount });
  const lastSeen = new LastSeen(db, rows);
  const { end, endAll } = endings({ db, clock, ended });

  /** A lock ends all sessions at one moment, the last of their ends; one that had ended before stays unknown. */
  async function isEndedByLock({ endedAt }: SessionRecord, { id }: Account): Promise<boolean> {
    return endedAt === null || endedAt === (await rows.lastEnd(id));
  }
  return {
    lives,

    async find(token): Promise<FoundSession<Session>> {
      const at = clock.now();
      const found = await rows.find(sha256(token), at);
      if (!found) return { status: 'unknown' };
      const { session, account } = found;
      if (account.state === 'locked' && (await isEndedByLock(session, account))) return { status: 'locked' };
      if (session.endedAt !== null || session.credentialEpoch !== account.credentialEpoch || account.state !== 'active') {
        return { status: 'unknown' };
      }
      const isStale = at - session.lastSeenAt >= sessionTouchMs;
      const gathered = isStale ? lastSeen.gathered(session.id) : undefined;
      if (at >= (gathered?.idleExpiresAt ?? session.idleExpiresAt) || at >= session.expiresAt) return { status: 'expired' };
      if (isStale && at - (gathered?.at ?? 0) >= sessionTouchMs) {
        lastSeen.note({ id: session.id, at, idleExpiresAt: Math.min(at + lives.idleMs, session.expiresAt) });
      }
      return {
        status: 'live',
        session: {
          sessionId: session.id,
          accountId: account.id,
          language: account.language,
          verifiedUntil: session.verifiedUntil,
          startedAt: session.createdAt,
          assurance: session.assurance,
          account,
        },
      };
    },

    async start({ accountId, credentialEpoch, clientIp, userAgent, assurance, silentPasskeyUntil = null }) {
      const at = clock.now();
      const token = newToken();
      const sessionId = sha256(token);
      const expiresAt = at + lives.totalMs;
      await rows.insert({
        id: sessionId,
        accountId,
        credentialEpoch,
        at,
        idleExpiresAt: Math.min(at + lives.idleMs, expiresAt),
        expiresAt,
        clientIp: clientIp,
        userAgent,
        assurance,
        silentPasskeyUntil,
      });
      for (const id of await rows.surplus({ accountId, newest: sessionId, at })) await end(id);
      return { token, sessionId, startedAt: at, expiresAt };
    },

    end,
    endByToken: (token) => end(sha256(token)),
    endAll,
    verify: (sessionId, until) => setVerifiedUntil(db, { sessionId, until }),

    writeUses: () => lastSeen.write(),
    silentPasskeyUntil: (sessionId) => rows.silentPasskeyUntil(sessionId),
    verifiedUntil: async (sessionId) => (await rows.find(sessionId, clock.now()))?.session.verifiedUntil ?? null,
  };
}

/** The ends of sessions, which are reported. */
function endings({ db, clock, ended }: Pick<SessionsOptions, 'db' | 'clock' | 'ended'>) {
  return {
    end: async (id: string): Promise<boolean> => {
      const isEnded = await endSession(db, { id, at: clock.now() });
      if (isEnded) ended?.([id]);
      return isEnded;
    },
    endAll: async (accountId: string, except?: string): Promise<number> => {
      const found = await endAccountSessions(db, { accountId, at: clock.now(), ...(except === undefined ? {} : { except }) });
      if (found.length > 0) ended?.(found);
      return found.length;
    },
  };
}
