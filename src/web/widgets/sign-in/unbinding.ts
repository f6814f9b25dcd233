import { useState } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { notify } from '#web/lib/notify.ts';
import { isRefusal } from '#web/lib/refusal-error.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';

/** A phone, an email or a social account that can be unbound. */
export interface Unbindable {
  /** Whether it is the last way in. */
  readonly isLast: (account: AccountView) => boolean;
  readonly need: ProofNeed;
  /** @throws {RefusalError} lastWayIn among others */
  readonly unbind: () => Promise<AccountView>;
  /** The confirmation after it was unbound. */
  readonly doneText: () => string;
}

interface Unbinding {
  /** The last way in: it cannot be unbound. */
  readonly isLast: boolean;
  /**
   * Unbinds after an identity proof and confirms it. False if the proof was canceled.
   * @throws {RefusalError}
   */
  readonly unbind: () => Promise<boolean>;
  /** Handles 3006: the server may know better which one is the last way in. */
  readonly takeRefusal: (error: unknown) => boolean;
}

/** Unbinds a phone, an email or a social account. Whether it is the last way in is fixed when the question opens. */
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
