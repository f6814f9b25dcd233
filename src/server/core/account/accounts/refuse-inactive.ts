import { Refusal } from '#server/platform/refusal.ts';
import type { Account } from './account.ts';

/**
 * Refuses an account that is not active. Call it only after proof of ownership: a stranger must not learn the state.
 * @throws {Refusal} accountFrozen (3016), without the way back; passwordLocked (4010) for an account locked by an operator; deletionPending (3002)
 */
export function refuseInactive({ state }: Pick<Account, 'state'>): void {
  switch (state) {
    case 'active':
      return;
    case 'frozen':
      throw new Refusal('accountFrozen', { reason: 'the account is frozen' });
    case 'locked':
      throw new Refusal('passwordLocked', { reason: 'locked by an operator' });
    case 'deleting':
      throw new Refusal('deletionPending', { reason: 'the account is being deleted' });
    case 'purged':
      throw new Error('a purged account still has an identifier');
  }
}

/** @throws {Refusal} unauthorized: a session goes no further in this state of its account */
export function refuseState(account: Pick<Account, 'state'>, state: 'frozen' | 'deleting'): void {
  if (account.state === state) throw new Refusal('unauthorized', { reason: `the account is ${state}` });
}
