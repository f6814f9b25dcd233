import type { Audit, Origin } from '#server/core/audit/audit.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import type { Db } from '#server/core/database.ts';

export interface SignOutDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly audit: Audit;
}

/** Ends this session: from the answer on, its cookie is worth nothing on any instance. */
export async function signOut({ db, sessions, audit }: SignOutDeps, session: Session, origin: Origin): Promise<void> {
  const { sessionId, accountId } = session;
  await db.tx(async () => {
    if (await sessions.end(sessionId)) await audit.record({ event: 'sign-out', accountId, sessionId, origin });
  });
}
