import { limits } from '#contract/limits.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import type { AvailableMethod } from '#server/core/sign-in/identity-proof/methods.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import { passwordBlocksUntil } from './password-age.ts';

export interface CheckDeletionDeps {
  readonly store: Store;
  readonly evidence: Pick<Evidence, 'proofs'>;
  readonly modules: readonly ErasedModule[];
}

export interface DeletionCheck {
  readonly eligible: boolean;
  readonly processingDays: number;
  readonly blockers: { blocker: 'passwordChangedRecently'; eligibleAt: string }[];
  readonly holdings: { kind: string; count: number }[];
  readonly methods: AvailableMethod[];
}

/**
 * Reports whether a deletion is possible now, the obstacles and their end, the amount of lost data, and the proof
 * methods.
 */
export async function checkDeletion(
  { store: { clock }, evidence: { proofs }, modules }: CheckDeletionDeps,
  { account }: Session,
): Promise<DeletionCheck> {
  const eligibleAt = passwordBlocksUntil(account, clock.now());
  const ways = [account.phone, account.email, account.username].filter((way) => way !== null);
  const holdings = [{ kind: 'signInMethods', count: ways.length }];
  for (const module of modules) holdings.push({ kind: module.kind, count: await module.count(account.id) });
  return {
    eligible: eligibleAt === undefined && account.state === 'active',
    processingDays: limits.deletionDays,
    blockers: eligibleAt === undefined ? [] : [{ blocker: 'passwordChangedRecently', eligibleAt: new Date(eligibleAt).toISOString() }],
    holdings: holdings.filter(({ count }) => count > 0),
    methods: [...(await proofs.methodsFor(account, 'deleteAccount'))],
  };
}
