import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { mergesErasure } from './erase-merges.ts';
import { upgradeRoutes } from './upgrade.routes.ts';

export function upgradeCapability(core: Core): Capability {
  const { store, identity } = core;
  return { routes: [upgradeRoutes(core)], erase: [mergesErasure({ db: store.db, legacyAccounts: identity.legacyAccounts })] };
}
