import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { knownPerson } from '#server/core/apps/openid/known-person.ts';
import { subjectsOfApps } from '#server/core/apps/openid/subjects.ts';
import type { TokenUse } from '#server/core/apps/openid/token-use.ts';
import type { Store, WorldStore } from '#server/core/store.ts';
import { minute } from '#server/platform/clock.ts';
import type { Openid } from './openid.ts';
import { provesPossession } from './tokens/possession.ts';
import { signalsResource } from './tokens/resources.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';

/** People compared before other work continues. */
const atOnce = 200;

/** The account that an app knows under an id, among those that allowed it; undefined for none. */
export function accountOfSubject({ store, apps: { clients, consents } }: { readonly store: Store; readonly apps: Apps }) {
  const subjectOf = subjectsOfApps(store, clients);
  return async (clientId: string, sub: string): Promise<string | undefined> => {
    const known = await knownPerson({ db: store.db, apps: { clients, consents } }, { clientId, sub });
    if (known !== undefined || (await clients.find(clientId))?.subject !== 'pairwise') return known;
    // Consents from before ids were noted.
    let compared = 0;
    for (const accountId of await consents.accountsOf(clientId)) {
      if ((await subjectOf(clientId, accountId)) === sub) return accountId;
      compared += 1;
      if (compared % atOnce === 0) await nextTurn();
    }
    return undefined;
  };
}

const keyLifeMs = minute;

/** Signs security event tokens by the key that also signs ID tokens. Their type says that they are neither. */
export function signEvents(store: Store) {
  const keys = createSigningKeys(store);
  let loaded: { readonly at: number; readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string> } | undefined;

  async function load() {
    const { importJWK, SignJWT } = await import('jose');
    const jwk = (await keys.current()).find(({ alg }) => alg === 'RS256');
    if (jwk === undefined) throw new Error('There is no key for signals.');
    const { kid, ...parts } = jwk;
    const key = await importJWK({ ...parts, kty: parts['kty'] ?? '' }, 'RS256');
    return (claims: Readonly<Record<string, unknown>>) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', typ: 'secevent+jwt', kid }).sign(key);
  }

  return async (claims: Readonly<Record<string, unknown>>): Promise<string> => {
    const at = store.clock.now();
    if (loaded === undefined || at - loaded.at >= keyLifeMs) loaded = { at, sign: await load() };
    return loaded.sign(claims);
  };
}

interface AppOfDeps {
  readonly store: WorldStore;
  readonly apps: Apps;
  readonly openid: Openid;
  readonly publicUrl: string;
}

/** The app that uses its own token for the calls for signals; undefined for any other token. */
export async function appOfToken({ store, apps: { clients }, openid, publicUrl }: AppOfDeps, use: TokenUse) {
  const provider = await openid.provider();
  const found = await provider.ClientCredentials.find(use.token);
  if (found?.isValid !== true || found.clientId === undefined || found.aud !== signalsResource(publicUrl)) return undefined;
  if ((found.jkt !== undefined) !== (use.scheme === 'DPoP')) return undefined;
  if (found.jkt !== undefined && !(await provesPossession(store, use, found.jkt))) return undefined;
  const registered = await clients.findRegistration(found.clientId);
  if (registered === undefined || registered.state === 'suspended' || registered.state === 'deleted') return undefined;
  return { clientId: found.clientId, scopes: [...found.scopes] };
}
