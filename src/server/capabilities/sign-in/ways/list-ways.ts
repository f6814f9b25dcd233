import type { WayView } from '#contract/sign-in/ways/ways.schemas.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { listAccountWays } from '#server/core/account/identity/list-account-ways.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';

/** The ways of the signed-in account, what each stands for, and former ones. */
export async function listWays({ identity }: { readonly identity: Identity }, { account }: Session): Promise<readonly WayView[]> {
  return listAccountWays(identity, account);
}
