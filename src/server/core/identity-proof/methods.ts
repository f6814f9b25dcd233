import { methodsThatDo, proofMethods, type ProofMethod, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import { maskEmail, maskPhone } from '#contract/masks.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { isBeyondSuspicion } from '#server/core/accounts/added-lately.ts';

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

/** The account's proof methods for an action; may be empty. A recently added contact cannot vouch for itself. */
export function methodsFor(account: Account, action: SensitiveAction): readonly AvailableMethod[] {
  const has = methodsOf(account);
  const enough = methodsThatDo(
    action,
    has.map(({ method }) => method),
  );
  return has.filter(({ method }) => enough.includes(method) && (action !== 'keepAdded' || isBeyondSuspicion(account, method)));
}
