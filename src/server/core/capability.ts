import type { ErasedModule } from '#server/core/erased-module.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';

/** One part of the product: its calls, its background jobs, and its data of an account. */
export interface Capability {
  readonly routes: readonly BoundCalls[];
  readonly jobs?: readonly Job[];
  /** Shown before a deletion, ended by the request, erased by the purge. */
  readonly erase?: readonly ErasedModule[];
}
