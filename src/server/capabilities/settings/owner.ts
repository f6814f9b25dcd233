import type { Core } from '#server/core/core.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { newId } from '#server/platform/ids.ts';
import { emptyStore, switchStore } from './settings.guarded.ts';

export type OwnerDeps = Pick<Core, 'store' | 'journal' | 'evidence'>;

interface Person {
  readonly session: Session;
  readonly visit: Visit;
}

/** Switches the synchronization. Nothing is removed, and a repeat changes nothing. */
export async function switchSettings(
  { store: { db, clock }, journal: { audit } }: OwnerDeps,
  { session, visit }: Person,
  enabled: boolean,
): Promise<void> {
  const { accountId, sessionId } = session;
  await db.tx(async () => {
    if (!(await switchStore(db, { accountId, version: newId(), at: clock.now() }, enabled))) return;
    await audit.record({ event: enabled ? 'settings.enabled' : 'settings.disabled', accountId, sessionId, origin: visit });
  });
}

/**
 * Removes every setting of every program, and switches off: a computer that is on stores nothing again by itself.
 * @throws {Refusal} verificationNeeded
 */
export async function eraseSettings(
  { store: { db, clock }, journal: { audit }, evidence: { proofs } }: OwnerDeps,
  { session, visit }: Person,
): Promise<void> {
  const { accountId, sessionId } = session;
  await db.tx(async () => {
    await proofs.redeem(session, { action: 'eraseSettings' });
    const count = await emptyStore(db, { accountId, version: newId(), at: clock.now() });
    await audit.record({ event: 'settings.erased', accountId, sessionId, origin: visit, detail: { count } });
  });
}
