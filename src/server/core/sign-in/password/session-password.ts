import type { Audit, Origin } from '#server/core/protection/audit/audit.ts';
import type { Session, Sessions } from '#server/core/sign-in/sessions/sessions.ts';
import { countWrongPassword } from '#server/core/sign-in/sessions/sessions.guarded.ts';
import { contactsOf, type Notices } from '#server/core/protection/notices/notices.ts';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import {
  admitTry,
  clearFailures,
  readFailures,
  recordFailure,
  type BlockSchedule,
} from '#server/platform/limits/failures/failures.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal, type RefusalDetail } from '#server/platform/refusal.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';

const windowMs = 15 * minute;

/** Number of wrong passwords inside a session that ends it (contract 4). */
export const sessionPasswordTries = 5;

/**
 * No sixth check of the password, also under concurrency: the counter belongs to the session and counts before each
 * check.
 */
const schedule: BlockSchedule = [[sessionPasswordTries, windowMs]];

/** Number of wrong passwords that ends a session, however slowly they come: a stolen cookie is no way to guess. */
export const sessionLifeTries = 20;

/** Number of wrong passwords in all sessions of an account after which no session may try for a day. */
export const accountDayTries = 30;

const accountSchedule: BlockSchedule = [[accountDayTries, day]];

export interface SessionPasswordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly notices: Pick<Notices, 'sendChange'>;
}

export interface SessionPasswordInput {
  readonly password: string;
  /** Refusal of a wrong password; depends on the form (1012, 1017). */
  readonly wrong: 'oldPasswordInvalid' | 'passwordWrong';
  readonly origin: Origin;
}

/**
 * Checks the password of a signed-in account. All calls with a password field share this counter, so that none is an
 * oracle for a stolen session.
 * @throws {Refusal} as `wrong` says; passwordLocked (4010) with the fifth wrong one in 15 minutes or the twentieth of the
 * session, which ends only this session; tooFrequent while five other checks are running: they may be right, and repeated
 * clicks must not lock anybody out; tooFrequent also for a day after thirty wrong ones in all sessions of the account
 */
export async function checkSessionPassword(deps: SessionPasswordDeps, session: Session, input: SessionPasswordInput): Promise<void> {
  const { db, clock, hasher } = deps;
  const key = limitKey('session', session.sessionId);
  const { passwordHash } = session.account;
  await refuseWhileGuessed(deps, session);
  const { admitted, failures } = await admitTry(db, { key, at: clock.now(), windowMs, schedule });
  if (!admitted) throw new Refusal('tooFrequent', { retryAfter: 1, reason: 'five checks are running' });
  if (
    passwordHash !== null &&
    (await hasher.verify(passwordHash, { password: input.password, source: accountSource(session.accountId) }))
  ) {
    await clearFailures(db, key);
    return;
  }
  const ofSession = await countForLong(deps, session, input.origin);
  const left = Math.min(sessionPasswordTries - failures, sessionLifeTries - ofSession);
  if (left <= 0) throw await lockSession(deps, session, input.origin);
  const detail: RefusalDetail = { data: { left } };
  throw new Refusal(input.wrong, detail);
}

function dayKey({ accountId }: Session): string {
  return limitKey('session-passwords', accountId);
}

async function refuseWhileGuessed({ db, clock }: SessionPasswordDeps, session: Session): Promise<void> {
  const at = clock.now();
  const blockedUntil = (await readFailures(db, dayKey(session)))?.blockedUntil ?? 0;
  if (blockedUntil > at) {
    throw new Refusal('tooFrequent', { retryAfter: Math.ceil((blockedUntil - at) / 1000), reason: 'too many wrong passwords in sessions' });
  }
}

/** Counts a wrong password for the account, whose owner is told of the last, and for the session; returns the latter. */
async function countForLong({ db, clock, notices }: SessionPasswordDeps, session: Session, origin: Origin): Promise<number> {
  const { account, accountId, sessionId } = session;
  return db.tx(async () => {
    const rule = { key: dayKey(session), at: clock.now(), windowMs: day, schedule: accountSchedule };
    const { failures } = await recordFailure(db, rule);
    if (failures === accountDayTries) {
      for (const to of contactsOf(account)) {
        await notices.sendChange({ account, event: 'passwordGuessed', to, from: origin.clientIp, by: origin });
      }
    }
    return countWrongPassword(db, { sessionId, accountId });
  });
}

async function lockSession({ db, sessions, audit }: SessionPasswordDeps, session: Session, origin: Origin): Promise<Refusal> {
  await db.tx(async () => {
    if (await sessions.end(session.sessionId)) {
      await audit.record({ event: 'session.locked', accountId: session.accountId, sessionId: session.sessionId, origin });
    }
  });
  return new Refusal('passwordLocked', { reason: 'wrong passwords in the session' });
}
