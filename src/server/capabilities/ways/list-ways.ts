import type { WayView } from '#contract/schemas/ways.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import { listAccountWays } from '#server/core/identity/list-account-ways.ts';
import type { Session } from '#server/core/sessions/sessions.ts';

/** The ways of the signed-in account, what each stands for, and former ones. */
export async function listWays({ identity }: { readonly identity: Identity }, { account }: Session): Promise<readonly WayView[]> {
  return listAccountWays(identity, account);
}
