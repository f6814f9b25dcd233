import type { Account } from '#server/core/account/accounts/account.ts';
import { Refusal } from '#server/platform/refusal.ts';

type Aged = Pick<Account, 'age'>;

export function isChild({ age }: Aged): boolean {
  return age.band === 'child';
}

/** Freedom of a child's account: everything of a child, or only acts that leave every right open. */
export function childStateOf(account: Aged): 'limited' | 'free' | undefined {
  if (!isChild(account)) return undefined;
  return account.age.answer === 'agreed' ? 'free' : 'limited';
}

/**
 * The gate of every call that is not open to held accounts.
 * @throws {Refusal} guardianNeeded (3021) with the page of the family
 */
export function refuseLimitedChild(account: Aged): void {
  if (childStateOf(account) !== 'limited') return;
  const { dueAt } = account.age;
  const data = { go: '/family', dueAt: dueAt === null ? null : new Date(dueAt).toISOString() };
  throw new Refusal('guardianNeeded', { data, reason: 'limited child' });
}

/** @throws {Refusal} forbidden (403): no account of a child has a use for the call */
export function refuseChild(account: Aged): void {
  if (isChild(account)) throw new Refusal('forbidden', { reason: 'account of a child' });
}
