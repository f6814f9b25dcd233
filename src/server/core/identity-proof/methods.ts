import { actionStrengths, proofMethods, type ProofMethod, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { isBeyondSuspicion } from '#server/core/accounts/added-lately.ts';
import { maskEmail, maskPhone } from '#server/core/accounts/identifier.ts';
import { mayAct } from '#server/core/ways/decisions.ts';
import type { AccountWays } from '#server/core/ways/ways.ts';

/** A proof method of an account. */
export interface AvailableMethod {
  readonly method: ProofMethod;
  /** Masked target of a code; '' for a method without messages. */
  readonly target: string;
}

/**
 * As `AvailableMethod.target`; undefined when the account lacks the method. A new method needs a row here and a proof
 * in `authenticate`.
 */
const targets: Readonly<Record<ProofMethod, (account: Account) => string | undefined>> = {
  phone: ({ phone }) => (phone === null ? undefined : maskPhone(phone)),
  email: ({ emailShown }) => (emailShown === null ? undefined : maskEmail(emailShown)),
  password: ({ passwordHash }) => (passwordHash === null ? undefined : ''),
};

/** The proof methods of an account. */
export function methodsOf(account: Account): readonly AvailableMethod[] {
  return proofMethods.flatMap((method) => {
    const target = targets[method](account);
    return target === undefined ? [] : [{ method, target }];
  });
}

/**
 * The account's proof methods for an action; may be empty. A method proves no more than the way with which it was added
 * (`core/ways`), and a recently added contact cannot vouch for itself.
 */
export function methodsFor(account: Account, action: SensitiveAction, { own, ...known }: AccountWays): readonly AvailableMethod[] {
  const has = methodsOf(account);
  const possible = has.flatMap(({ method }) => own[method] ?? []);
  // No account is protected by a second step yet.
  const evidence = { ...known, possible, isProtected: false };
  const weight = { strength: actionStrengths[action], onProtected: 'one' } as const;
  return has.filter(({ method }) => {
    const shown = possible.filter(({ kind }) => kind === method);
    return mayAct(weight, { ...evidence, shown }) === 'now' && (action !== 'keepAdded' || isBeyondSuspicion(account, method));
  });
}
