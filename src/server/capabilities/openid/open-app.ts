import type { Apps } from '#server/core/openid/apps.ts';
import { whyNot } from '#server/core/openid/own-apps/may-use.ts';
import { Refusal } from '#server/platform/refusal.ts';

export type WhyClosed = 'test' | 'suspended';

export type GateDeps = { readonly apps: Pick<Apps, 'clients' | 'testers'> };

/** Why this account may not use an app now; undefined if it may, and for an unknown app. */
export async function whyClosed({ apps }: GateDeps, clientId: string, accountId: string): Promise<WhyClosed | undefined> {
  const found = await apps.clients.findRegistration(clientId);
  return found && whyNot(apps.testers, { id: clientId, state: found.state, ownerId: found.ownerId }, accountId);
}

/** @throws {Refusal} appStateRefuses for a consent to an app that this account may not use */
export async function requireOpenApp(
  deps: GateDeps,
  { clientId, accountId }: { readonly clientId: string; readonly accountId: string },
): Promise<void> {
  const why = await whyClosed(deps, clientId, accountId);
  if (why !== undefined) throw new Refusal('appStateRefuses', { reason: why });
}
