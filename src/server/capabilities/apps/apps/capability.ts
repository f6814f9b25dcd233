import type { Capability } from '#server/core/capability.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Core } from '#server/core/core.ts';
import type { ToldApp } from '#server/core/account/deletion/told-app.ts';
import { appsRoutes } from './apps.routes.ts';
import { toldApps } from './told-apps.ts';

export interface AppsCapability extends Capability {
  /** The apps of an account that is about to be erased. */
  readonly toldApps: (account: Account) => Promise<readonly ToldApp[]>;
}

export function appsCapability(core: Core): AppsCapability {
  return { routes: [appsRoutes(core)], toldApps: (account) => toldApps(core, account) };
}
