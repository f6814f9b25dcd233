import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { followChildDates, type ChildDatesDeps } from './child-dates.ts';
import { familyRoutes } from './family.routes.ts';

export interface FamilyCapability extends Capability {
  readonly job: Job;
}

export function familyCapability(
  core: Core,
  parts: Pick<ChildDatesDeps, 'handToDeletion' | 'queueChildCopy' | 'checkGuardian'>,
): FamilyCapability {
  const deps = { ...core, ...parts };
  const job: Job = {
    everyMs: minute,
    removes: 'nothing',
    failure: 'the dates of children’s accounts could not be followed',
    run: () => followChildDates(deps),
  };
  return { routes: [familyRoutes(deps)], jobs: [job], job };
}
