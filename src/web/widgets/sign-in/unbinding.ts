import { useState } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { notify } from '#web/lib/notify.ts';
import { isRefusal } from '#web/lib/refusal-error.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';

/** A phone, an email or a social account that can be taken away from an account. */
export interface Unbindable {
  /** Nothing else is left to sign in with. */
  readonly isLast: (account: AccountView) => boolean;
  readonly need: ProofNeed;
  /** @throws {RefusalError} lastWayIn among others */
  readonly unbind: () => Promise<AccountView>;
  /** Said once it is done. */
  readonly doneText: () => string;
}

interface Unbinding {
  /** It cannot be unbound: nothing else is left to sign in with. */
  readonly isLast: boolean;
  /**
   * Unbinds, with a proof of identity, and says so. False when the person cancelled the proof.
   * @throws {RefusalError}
   */
  readonly unbind: () => Promise<boolean>;
  /** Takes 3006: what was the last way in only the server may have known. */
  readonly takeRefusal: (error: unknown) => boolean;
}

/** Takes a phone, an email or a social account away from the account. Whether it is the last is read as the question is asked. */
export function useUnbinding(what: Unbindable, account: AccountView): Unbinding {
  const [isLast, setLast] = useState(() => what.isLast(account));
  return {
    isLast,
    async unbind() {
      const changed = await withProof(what.need, what.unbind);
      if (changed === undefined) return false;
      accountCache.setQueryData<AccountView>(accountKey, changed);
      notify({ kind: 'success', text: what.doneText() });
      return true;
    },
    takeRefusal(error) {
      const isTheLast = isRefusal(error, 'lastWayIn');
      if (isTheLast) setLast(true);
      return isTheLast;
    },
  };
}
