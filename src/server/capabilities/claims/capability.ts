import type { Capability, Removal } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { claimsJob } from './claims-job.ts';
import { claimsRoutes } from './claims.routes.ts';

/** `removals` carry out what claims of all capabilities have waited for. */
export function claimsCapability(core: Core, removals: readonly Removal[]): Capability & { readonly job: Job } {
  return { routes: [claimsRoutes(core)], job: claimsJob({ ...core, removals }) };
}
