import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { claimsJob } from './claims-job.ts';
import { claimsRoutes } from './claims.routes.ts';

export function claimsCapability(core: Core): Capability & { readonly job: Job } {
  return { routes: [claimsRoutes(core)], job: claimsJob(core) };
}
