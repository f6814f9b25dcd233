import type { AppView } from '#contract/apps/openid/openid.schemas.ts';
import type { OpenidClient } from './client.ts';

/** Public description of an app: always the registered data, never that of a request. */
export function appView({ id, name, icon, links }: OpenidClient): AppView {
  return { clientID: id, name, icon, links };
}

/** Where an app gets its answers, which nobody can choose freely: a host, or the scheme of an app; '' without an address. */
export function domainOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url === null ? '' : url.host === '' ? url.protocol.slice(0, -1) : url.host;
}
