import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { purgeAppsJob } from './delete-app.ts';
import type { Logos } from './developer.ts';
import { developerErasure } from './erase-developer.ts';
import { developerRoutes } from './developer.routes.ts';
import { mayDevelop, type Developers } from './may-develop.ts';
import type { Outside } from './addresses/outside.ts';
import { domainJob } from './addresses/prove-domain.ts';
import type { TryDeps } from './try-it/try-it.ts';

export interface DeveloperCapability extends Capability {
  /** Whether this account may build apps now. */
  readonly mayDevelop: (session: { readonly accountId: string }) => Promise<boolean>;
}

export function developerCapability(
  core: Core,
  parts: Omit<TryDeps, 'runs'> & { readonly developers: Developers; readonly outside: Outside; readonly logos: Logos },
): DeveloperCapability {
  const deps = { ...core, ...parts, runs: core.apps.runs };
  return {
    routes: [developerRoutes(deps)],
    jobs: [core.apps.activity.job, purgeAppsJob(deps), domainJob(deps)],
    erase: [developerErasure(core)],
    mayDevelop: ({ accountId }) => mayDevelop(deps, accountId),
  };
}
