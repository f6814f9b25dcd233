import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { OutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import { deletionRoutes } from './deletion.routes.ts';
import { deletionJob } from './deletion-job.ts';

export interface DeletionCapability extends Capability {
  readonly job: Job;
}

/** `modules` are the erasures of all other data of an account. */
export function deletionCapability(
  core: Core,
  { queue, modules }: { readonly queue: OutboxQueue; readonly modules: readonly ErasedModule[] },
): DeletionCapability {
  const job = deletionJob({ ...core, queue, modules });
  return { routes: [deletionRoutes({ ...core, modules })], jobs: [job], job };
}
