import { Refusal } from '#server/platform/refusal.ts';
import { inDeskWords } from './desk-act.ts';
import { Waiting } from './do-act.ts';

/**
 * Result of an act at the desk.
 * @throws {Refusal} secondPersonNeeded for an act that waits, deskRoleRefuses for one that this member may not ask for,
 * ownAccount for one about themselves, deskChanged where nothing was done
 */
export async function deskAnswer<T>(done: Promise<T | Waiting>): Promise<T> {
  const result = await inDeskWords(() => done);
  if (result instanceof Waiting) {
    const { id, expires_at: until } = result.approval;
    throw new Refusal('secondPersonNeeded', { reason: 'an answer', data: { approval: id, until } });
  }
  if (result === false || result === undefined) throw new Refusal('deskChanged', { reason: 'it was not in a state for it' });
  return result;
}
