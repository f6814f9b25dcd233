import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { createSignalDelivery, type SignalDelivery } from './deliver-signals.ts';
import type { ManageStreamsDeps } from './manage-streams.ts';
import { createPolling, type Polling } from './poll-signals.ts';

/** Parts of the OpenID provider that signals need, because apps know people and keys from there. */
export interface SignalSources {
  /** Signs the claims of a security event token. */
  readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  /** The account that an app knows under an id; undefined for none. */
  readonly accountOf: (clientId: string, sub: string) => Promise<string | undefined>;
}

export interface SignalsCapability extends Capability {
  readonly delivery: SignalDelivery;
  readonly manage: ManageStreamsDeps;
  readonly polling: Polling;
}

export function signalsCapability(
  core: Core,
  { sign, accountOf }: SignalSources,
  { keeps }: { readonly keeps: boolean },
): SignalsCapability {
  const rows = createSignalRows(core.store);
  const issuer = core.evidence.publicUrl;
  const manage = { ...core, rows, issuer, accountOf, keeps };
  const delivery = createSignalDelivery({ ...core, rows, issuer, sign, keeps });
  core.events.signalQueued.subscribe(() => delivery.poke());
  return { routes: [], jobs: delivery.jobs, delivery, manage, polling: createPolling({ ...manage, sign }) };
}
