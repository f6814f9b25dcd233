import type { Audit, Origin } from '#server/core/audit/audit.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import { admitTry, clearFailures, type BlockSchedule } from '#server/platform/failures/failures.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { Refusal, type RefusalDetail } from '#server/platform/refusal.ts';
import { accountSource } from '#server/platform/http/work-source.ts';

const windowMs = 15 * minute;

/** Number of wrong passwords inside a session that ends it (contract 4). */
export const sessionPasswordTries = 5;

/**
 * No sixth check of the password, also under concurrency: the counter belongs to the session and counts before each
 * check.
 */
const schedule: BlockSchedule = [[sessionPasswordTries, windowMs]];

export interface SessionPasswordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly audit: Audit;
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
 * @throws {Refusal} as `wrong` says; passwordLocked (4010) with the fifth wrong one in 15 minutes, which ends only this
 * session; tooFrequent while five other checks are running: they may be right, and repeated clicks must not lock
 * anybody out
 */
export async function checkSessionPassword(deps: SessionPasswordDeps, session: Session, input: SessionPasswordInput): Promise<void> {
  const { db, clock, hasher } = deps;
  const key = `session:${session.sessionId}`;
  const { passwordHash } = session.account;
  const { admitted, failures } = await admitTry(db, { key, at: clock.now(), windowMs, schedule });
  if (!admitted) throw new Refusal('tooFrequent', { retryAfter: 1, reason: 'five checks are running' });
  if (
    passwordHash !== null &&
    (await hasher.verify(passwordHash, { password: input.password, source: accountSource(session.accountId) }))
  ) {
    await clearFailures(db, key);
    return;
  }
  if (failures >= sessionPasswordTries) throw await lockSession(deps, session, input.origin);
  const detail: RefusalDetail = { data: { left: sessionPasswordTries - failures } };
  throw new Refusal(input.wrong, detail);
}

async function lockSession({ db, sessions, audit }: SessionPasswordDeps, session: Session, origin: Origin): Promise<Refusal> {
  await db.tx(async () => {
    if (await sessions.end(session.sessionId)) {
      await audit.record({ event: 'session.locked', accountId: session.accountId, sessionId: session.sessionId, origin });
    }
  });
  return new Refusal('passwordLocked');
}
