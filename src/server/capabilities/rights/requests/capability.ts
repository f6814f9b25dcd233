import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { hour } from '#server/platform/clock.ts';
import type { Workdays } from '#server/core/rights/requests/working-days.ts';
import type { Job, Jobs } from '#server/platform/jobs/jobs.ts';
import { rightsRequestsRoutes } from './requests.routes.ts';
import { tellDesk } from './tell-desk.ts';

export interface RightsRequestsCapability extends Capability {
  /** Tells the desk of requests and their dates. */
  readonly job: Job;
}

/** `deskMail` is the mailbox of the people who answer; `jobs` starts the job after a request. */
export function rightsRequestsCapability(
  core: Core,
  {
    deskMail,
    workdays,
    jobs,
  }: { readonly deskMail: string | undefined; readonly workdays: Workdays | undefined; readonly jobs: Pick<Jobs, 'start'> },
): RightsRequestsCapability {
  const job: Job = {
    everyMs: hour,
    removes: 'nothing',
    failure: 'the desk could not be told of requests',
    run: () => tellDesk({ ...core, deskMail }),
  };
  return { routes: [rightsRequestsRoutes({ ...core, workdays, poke: () => void jobs.start(job).run() })], jobs: [job], job };
}
