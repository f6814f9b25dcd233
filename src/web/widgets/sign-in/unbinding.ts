import { useState, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { MessageKey, Translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { signInMethods } from './sign-in-methods.ts';

/** A phone, an email or a social account that can be unbound. */
export interface Unbindable {
  readonly title: (t: Translate) => string;
  /** The effects, for the account as it was when the question opened: the answer changes the account. */
  readonly lead: (t: Translate, account: AccountView) => ReactNode;
  readonly verb: MessageKey;
  /** Whether it is the last way in. */
  readonly isLast: (account: AccountView) => boolean;
  /** The reason why the last way in cannot be unbound. */
  readonly lastLead: MessageKey;
  /** The contact to add first, so that it is not the last one. */
  readonly first: 'phone' | 'email';
  readonly need: ProofNeed & { readonly action: NonNullable<ProofNeed['action']> };
  /** Label of the checkbox for a contact that the person no longer controls; undefined where that changes nothing. */
  readonly lost?: (t: Translate, account: AccountView) => ReactNode;
  /** @throws {RefusalError} lastWayIn among others */
  readonly unbind: (given: { readonly lost: boolean }) => Promise<AccountView>;
  /** The confirmation after it was unbound. */
  readonly doneText: () => string;
}

interface Unbinding {
  /** The last way in cannot be unbound: the page that adds another one, and the name of that step. */
  readonly addFirst: { readonly href: string; readonly label: MessageKey } | undefined;
  /**
   * Unbinds after an identity proof and confirms it. False if the proof was canceled.
   * @throws {RefusalError}
   */
  readonly unbind: (given: { readonly lost: boolean }) => Promise<boolean>;
  /** Handles 3006: the server may know better which one is the last way in. */
  readonly takeRefusal: (error: unknown) => boolean;
}

/** Unbinds a phone, an email or a social account. Whether it is the last way in is fixed when the question opens. */
export function useUnbinding(what: Unbindable, account: AccountView, onWaits: () => void): Unbinding {
  const [isLast, setLast] = useState(() => what.isLast(account));
  const layout = useLayout();
  const href = signInMethods(account).find(({ kind }) => kind === what.first)?.paths[layout] ?? '/';
  return {
    addFirst: isLast ? { href, label: `ad.add.${what.first}` } : undefined,
    async unbind(given) {
      const changed = await withProof({ ...what.need, onWaits }, () => what.unbind(given));
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
