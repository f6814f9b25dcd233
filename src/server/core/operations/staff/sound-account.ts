import type { StaffRole } from '#contract/operations/desk/roles.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { day } from '#server/platform/clock.ts';

/** How old an account is before a role can be tied to it, but for the first two leads of an installation. */
export const leastAgeMs = 7 * day;

/** Roles whose members have a passkey: they decide over others. */
const withPasskey: readonly StaffRole[] = ['lead', 'auditor'];

export type Unsound = 'state' | 'unprotected' | 'no passkey' | 'recovered';

/**
 * Why an account cannot carry a role that was given at `since`; undefined if it can. A stolen account is no stolen desk:
 * one that was recovered or weakened since then waits until the role is given again.
 */
export function whyUnsound(
  { state, frozenAt, twoStepAt, passkeys, recovery }: Pick<Account, 'state' | 'frozenAt' | 'twoStepAt' | 'passkeys' | 'recovery'>,
  { role, since }: { readonly role: StaffRole; readonly since: number },
): Unsound | undefined {
  if (state !== 'active' || frozenAt !== null) return 'state';
  if (twoStepAt === null) return 'unprotected';
  if (withPasskey.includes(role) && !passkeys.some(({ proves }) => proves)) return 'no passkey';
  return recovery !== null && recovery.at >= since ? 'recovered' : undefined;
}
