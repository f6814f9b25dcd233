import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';

/** What the product can do in one matter: its calls, what it does in the background, and what it holds of an account. */
export interface Capability {
  readonly routes: readonly BoundCalls[];
  readonly jobs?: readonly Job[];
  /** Shown before a deletion, ended with the request, erased by the purge. */
  readonly erase?: readonly ErasedModule[];
}
