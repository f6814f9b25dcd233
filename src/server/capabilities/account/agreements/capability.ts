import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { minute } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { agreementsRoutes } from './agreements.routes.ts';
import { tellOfTerms } from './tell-of-terms.ts';

/** `names` fill the placeholders of the texts. */
export function agreementsCapability(core: Core, names: Pick<Config, 'brand' | 'supportEmail'>): Capability {
  const job: Job = {
    everyMs: minute,
    removes: 'nothing',
    failure: 'people could not be told of changed agreements',
    run: () => tellOfTerms({ ...core, names }),
  };
  return { routes: [agreementsRoutes(core, names)], jobs: [job] };
}
