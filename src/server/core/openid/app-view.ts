import type { AppView } from '#contract/schemas/openid.ts';
import type { OpenidClient } from './client.ts';

/** An app as people see it: always what is registered, never what a request says. */
export function appView({ id, name, icon, links }: OpenidClient): AppView {
  return { clientID: id, name, icon, links };
}
