import { Refusal } from '#server/platform/refusal.ts';
import type { Account } from './account.ts';

/**
 * Refuses an account that is not active. Only for somebody who has proven to be its owner: a stranger learns nothing of the state.
 * @throws {Refusal} passwordLocked (4010) for an account that an operator has locked; deletionPending (3002)
 */
export function refuseInactive({ state }: Pick<Account, 'state'>): void {
  switch (state) {
    case 'active':
      return;
    case 'locked':
      throw new Refusal('passwordLocked', { reason: 'locked by an operator' });
    case 'deleting':
      throw new Refusal('deletionPending');
    case 'purged':
      throw new Error('a purged account still has an identifier');
  }
}
