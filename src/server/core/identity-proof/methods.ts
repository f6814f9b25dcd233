import { methodsThatDo, proofMethods, type ProofMethod, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { isBeyondSuspicion } from '#server/core/accounts/added-lately.ts';
import { maskEmail, maskPhone } from '#server/core/accounts/identifier.ts';

/** A way to prove who one is, as one account has it. */
export interface AvailableMethod {
  readonly method: ProofMethod;
  /** Where a code would go, masked; '' where nothing is sent. */
  readonly target: string;
}

/** As `AvailableMethod.target`; undefined for an account that has not got the method. One that joins is a row here and a proof in `authenticate`. */
const targets: Readonly<Record<ProofMethod, (account: Account) => string | undefined>> = {
  phone: ({ phone }) => (phone === null ? undefined : maskPhone(phone)),
  email: ({ emailShown }) => (emailShown === null ? undefined : maskEmail(emailShown)),
  password: ({ passwordHash }) => (passwordHash === null ? undefined : ''),
};

/** The methods that an account has. */
export function methodsOf(account: Account): readonly AvailableMethod[] {
  return proofMethods.flatMap((method) => {
    const target = targets[method](account);
    return target === undefined ? [] : [{ method, target }];
  });
}

/** The methods that an account has for an action. Empty for an account without any. What was added lately does not speak for itself. */
export function methodsFor(account: Account, action: SensitiveAction): readonly AvailableMethod[] {
  const has = methodsOf(account);
  const enough = methodsThatDo(
    action,
    has.map(({ method }) => method),
  );
  return has.filter(({ method }) => enough.includes(method) && (action !== 'keepAdded' || isBeyondSuspicion(account, method)));
}
