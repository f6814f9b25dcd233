import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { OutboxQueue } from '#server/platform/outbox/outbox-queue.ts';
import { deletionRoutes } from './deletion.routes.ts';
import { deletionJob } from './deletion-job.ts';
import type { PurgeDeps } from './purge-accounts.ts';

export interface DeletionCapability extends Capability {
  readonly job: Job;
}

export interface DeletionParts extends Pick<PurgeDeps, 'documentKeys' | 'receiptRules'> {
  readonly queue: OutboxQueue;
  /** The erasures of all other data of an account. */
  readonly modules: readonly ErasedModule[];
}

export function deletionCapability(core: Core, parts: DeletionParts): DeletionCapability {
  const job = deletionJob({ ...core, ...parts });
  return { routes: [deletionRoutes({ ...core, modules: parts.modules })], jobs: [job], job };
}
