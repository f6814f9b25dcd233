import { endFrozen, moveIncident, muteContact } from '#server/core/protection/incidents/incidents.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecoveryDeps } from './prove-recovery.ts';
import type { RecoverySide } from './recovery-side.ts';

/**
 * Ends the freeze, in the transaction of the way back; nothing where there is none. Where its owner did not freeze the account,
 * the contact by which somebody did gets no acting links any more.
 * @throws {Refusal} tokenError where another request ended it first
 */
export async function endFreeze({ store: { db, clock }, identity }: RecoveryDeps, side: RecoverySide, mine: boolean): Promise<void> {
  const { account, incident } = side;
  if (incident === undefined) return;
  const move = { id: incident.id, from: ['frozen'], to: 'closed', at: clock.now() } as const;
  if (!(await endFrozen(db, account.id)) || !(await moveIncident(db, move))) {
    throw new Refusal('tokenError', { reason: 'the freeze has just ended' });
  }
  await identity.formers.releaseFromFreeze(account.id);
  if (!mine && incident.openedVia !== '') await muteContact(db, { id: incident.id, muted: incident.openedVia });
}
