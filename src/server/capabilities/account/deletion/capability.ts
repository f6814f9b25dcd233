import type { Account } from '#server/core/account/accounts/account.ts';
import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import type { Doubt, Job } from '#server/platform/jobs/jobs.ts';
import type { OutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { deletionRoutes } from './deletion.routes.ts';
import { deletionJob } from './deletion-job.ts';
import { openDeletion } from './request-deletion.ts';
import type { PurgeDeps } from './purge-accounts.ts';

/** No request is behind it. */
const byItself = { clientIp: '', requestId: '' } as const;

export interface DeletionCapability extends Capability {
  readonly job: Job;
  /** Opens the deletion of an account for which nobody is there to ask, in the caller's transaction. */
  readonly open: (account: Account, dueAt: number) => Promise<void>;
}

export interface DeletionParts extends Pick<PurgeDeps, 'documentKeys' | 'receiptRules' | 'toldApps'> {
  readonly queue: OutboxQueue;
  /** The erasures of all other data of an account. */
  readonly modules: readonly ErasedModule[];
  /** Whether the files of an account may go. */
  readonly doubt: Doubt;
}

export function deletionCapability(core: Core, parts: DeletionParts): DeletionCapability {
  const job = deletionJob({ ...core, ...parts });
  const deps = { ...core, modules: parts.modules };
  const open: DeletionCapability['open'] = async (account, dueAt) => {
    const request = { channel: 'none', reason: 'other', detail: '', agreement: null } as const;
    await openDeletion(deps, account, { request, dueAt, origin: byItself });
  };
  return { routes: [deletionRoutes(deps)], jobs: [job], job, open };
}
