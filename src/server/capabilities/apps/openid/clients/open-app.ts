import type { Account } from '#server/core/account/accounts/account.ts';
import { hasGiven } from '#server/core/account/agreements/separate-consents.ts';
import { childStateOf } from '#server/core/account/age/limited-child.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { whyNot } from '#server/core/apps/developer/may-use.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Store } from '#server/core/store.ts';
import { Refusal } from '#server/platform/refusal.ts';

export type WhyClosed = 'test' | 'suspended' | 'children';

/** The person of a request. */
export type AppUser = Pick<Account, 'id' | 'age'>;

export type GateDeps = { readonly apps: Pick<Apps, 'clients' | 'testers' | 'consents'> };

/** Why this account may not use an app now; undefined if it may, and for an unknown app. A child needs an app for children. */
export async function whyClosed({ apps }: GateDeps, clientId: string, person: AppUser): Promise<WhyClosed | undefined> {
  const found = await apps.clients.findRegistration(clientId);
  if (found === undefined) return undefined;
  const child = childStateOf(person);
  if (child === 'limited' || (child === 'free' && !found.client.forChildren)) return 'children';
  return whyNot(apps, { id: clientId, state: found.state, ownerId: found.ownerId, liveAt: found.liveAt }, person.id);
}

/** @throws {Refusal} appStateRefuses for a consent to an app that this account may not use */
export async function requireOpenApp(
  deps: GateDeps,
  { clientId, person }: { readonly clientId: string; readonly person: AppUser },
): Promise<void> {
  const why = await whyClosed(deps, clientId, person);
  if (why !== undefined) throw new Refusal('appStateRefuses', { reason: why });
}

export interface AbroadDeps {
  readonly store: Pick<Store, 'db'>;
  readonly identity: Pick<Identity, 'separate'>;
}

/** Whether data of this app leaves the country, and this account has not consented to that. */
export async function lacksAbroad(
  { store: { db }, identity: { separate } }: AbroadDeps,
  { clientId, accountId }: { readonly clientId: string; readonly accountId: string },
): Promise<boolean> {
  return separate.covers(clientId) && !(await hasGiven(db, separate, { accountId, purpose: 'abroad' }));
}
