import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { DesktopCode } from '#server/core/apps/openid/desktop-code.ts';
import type { KeyOf } from '#server/core/apps/openid/token-use.ts';
import { createDesktopWaits, type DesktopWaits } from './desktop-waits.ts';
import { desktopRoutes } from './desktop.routes.ts';

export interface DesktopCapability extends Capability {
  readonly waits: DesktopWaits;
}

export function desktopCapability(
  core: Core,
  { codeFor, keyOf }: { readonly codeFor: DesktopCode; readonly keyOf: KeyOf },
): DesktopCapability {
  const waits = createDesktopWaits({ db: core.store.db, log: core.journal.log });
  core.events.accountChanged.subscribe((accountId) => waits.wake(accountId));
  return { routes: [desktopRoutes({ ...core, codeFor, keyOf, waits })], waits };
}
