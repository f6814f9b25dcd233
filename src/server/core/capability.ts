import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import type { Claim } from '#server/core/claims/claims.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';

/** A removal that may wait as a claim, in place of two independent ways. */
export interface Removal {
  readonly action: SensitiveAction;
  /** In the transaction that ends the claim, under the account's lock. False when there is nothing to remove any more. */
  readonly carryOut: (claim: Claim) => Promise<boolean>;
}

/** One part of the product: its calls, its background jobs, and its data of an account. */
export interface Capability {
  readonly routes: readonly BoundCalls[];
  readonly jobs?: readonly Job[];
  readonly removals?: readonly Removal[];
  /** Shown before a deletion, ended by the request, erased by the purge. */
  readonly erase?: readonly ErasedModule[];
}
