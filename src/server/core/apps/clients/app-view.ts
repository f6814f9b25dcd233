import type { AppView } from '#contract/apps/openid/openid.schemas.ts';
import type { OpenidClient } from './client.ts';

/** Public description of an app: always the registered data, never that of a request. */
export function appView({ id, name, icon, links }: OpenidClient): AppView {
  return { clientID: id, name, icon, links };
}
