import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { digestJob } from '#server/core/protection/notices/digest-job.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { noticesRoutes } from './notices.routes.ts';

export function noticesCapability(core: Core): Capability & { readonly job: Job } {
  const { store, identity, journal } = core;
  return { routes: [noticesRoutes(core)], job: digestJob({ store, accounts: identity.accounts, notices: journal.notices }) };
}
