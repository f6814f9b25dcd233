import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { mayDevelop, type Developers } from './may-develop.ts';

export interface DeveloperCapability extends Capability {
  /** Whether this account may build apps now. */
  readonly mayDevelop: (session: { readonly accountId: string }) => Promise<boolean>;
}

export function developerCapability(core: Core, { developers }: { readonly developers: Developers }): DeveloperCapability {
  return {
    routes: [],
    mayDevelop: ({ accountId }) => mayDevelop({ ...core, developers }, accountId),
  };
}
