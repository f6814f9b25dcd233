import type { Origin } from '#server/core/audit/audit.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Access } from '#server/core/access/access.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Store } from '#server/core/store.ts';

export interface SignOutDeps {
  readonly store: Store;
  readonly access: Access;
  readonly journal: Journal;
}

/** Ends this session: after the answer, its cookie is worthless on every instance. */
export async function signOut(
  { store: { db }, access: { sessions }, journal: { audit } }: SignOutDeps,
  session: Session,
  origin: Origin,
): Promise<void> {
  const { sessionId, accountId } = session;
  await db.tx(async () => {
    if (await sessions.end(sessionId)) await audit.record({ event: 'sign-out', accountId, sessionId, origin });
  });
}
