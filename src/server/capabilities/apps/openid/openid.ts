import type Provider from 'oidc-provider';
import { minute } from '#server/platform/clock.ts';
import type { ProviderDeps } from './provider.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';

/** The OpenID provider. The library is loaded and set up on first use, so that the start does not wait for it. */
export interface Openid {
  provider(): Promise<Provider>;
}

/** The longest time until an instance sees a rotated key. */
const refreshMs = minute;

export function createOpenid(deps: ProviderDeps): Openid {
  const keys = createSigningKeys(deps.store);
  let made: { readonly provider: Provider; readonly kids: string } | undefined;
  let checkedAt = 0;
  let running: Promise<Provider> | undefined;

  async function refresh(): Promise<Provider> {
    // The library warns of each Node.js without the name of an LTS line; ours is newer than those that have one.
    Object.assign(process.release, { lts: process.release.lts ?? 'newer' });
    const [{ createProvider }, current] = await Promise.all([import('./provider.ts'), keys.current()]);
    const kids = current.map(({ kid }) => kid).join(' ');
    if (made?.kids !== kids) made = { provider: createProvider(deps, current), kids };
    checkedAt = deps.store.clock.now();
    return made.provider;
  }

  return {
    async provider() {
      if (made !== undefined && deps.store.clock.now() - checkedAt < refreshMs) return made.provider;
      running ??= refresh().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
