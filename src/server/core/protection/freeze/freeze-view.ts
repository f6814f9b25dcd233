import type { FreezeView } from '#contract/protection/claims/claims.schemas.ts';
import type { Freeze } from './freeze-account.ts';

/** Only counts: a freeze tells nothing about the account. */
export function freezeView({ at, sessions, apps }: Freeze): FreezeView {
  return { frozenAt: new Date(at).toISOString(), sessions, apps };
}
