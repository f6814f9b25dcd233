import { contactTakenBy, kindMadeBy, proofOf, type SensitiveAction } from '#contract/acts/acts.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { proofMethods, type ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { isBeyondSuspicion, isSuspect } from '#server/core/sign-in/ways/added-lately.ts';
import { mayAct } from '#server/core/sign-in/ways/decisions.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';

/** An action, and what it is about, if it has a target. */
export interface ActionOn {
  readonly action: SensitiveAction;
  readonly target?: string | undefined;
}

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
  passkey: ({ passkeys }) => (passkeys.some(({ proves }) => proves) ? '' : undefined),
  phone: ({ phone }) => (phone === null ? undefined : maskPhone(phone)),
  email: ({ emailShown }) => (emailShown === null ? undefined : maskEmail(emailShown)),
  password: ({ passwordHash }) => (passwordHash === null ? undefined : ''),
  totp: ({ totpApps }) => (totpApps.length === 0 ? undefined : ''),
  recovery: ({ recoveryCodes }) => (recoveryCodes.left === 0 ? undefined : ''),
};

/** The proof methods of an account. */
export function methodsOf(account: Account): readonly AvailableMethod[] {
  return proofMethods.flatMap((method) => {
    const target = targets[method](account);
    return target === undefined ? [] : [{ method, target }];
  });
}

/** The account's proof methods for an action: those of `waysFor`; may be empty. */
export function methodsFor(account: Account, action: ActionOn, known: AccountWays): readonly AvailableMethod[] {
  const enough = waysFor(account, action, known);
  return methodsOf(account).filter(({ method }) => enough.some(({ kind }) => kind === kindOfMethod[method]));
}

/**
 * The account's ways that prove enough for an action; may be empty. A way proves no more than the one with which it was
 * added (`core/ways`). A recently added contact cannot vouch for itself: after a recovery, whatever proved it removes a
 * newer contact, passkey, app or sheet of codes, which may be an intruder's (ADR 69).
 */
export function waysFor(account: Account, { action, target }: ActionOn, { own, ...known }: AccountWays): readonly Way[] {
  const all = own.filter(
    ({ kind, isSuspect: isDoubted }) =>
      proofMethods.some((method) => kindOfMethod[method] === kind) && !isDoubted && kind !== kindMadeBy(action),
  );
  if (removesSuspect(account, { action, target })) return all.filter((way) => isBeyondSuspicion(account, way));
  // Nor does it open a copy of everything.
  const possible = action === 'keepAdded' || action === 'downloadExport' ? all.filter((way) => isBeyondSuspicion(account, way)) : all;
  // The second way of a protected account is decided where the proofs are spent.
  const evidence = { ...known, possible, isProtected: false };
  // Without a phone, a forgotten password would lead through the mailbox anyway (ADR 56).
  const strength = action === 'deleteAccount' && account.phone === null ? 1 : proofOf(action);
  const weight = { strength, onProtected: 'one' } as const;
  return possible.filter((way) => mayAct(weight, { ...evidence, shown: [way] }) === 'now');
}

/** Whether the action takes a contact, a passkey, all apps or the codes away that may be an intruder's. */
function removesSuspect(account: Account, { action, target }: ActionOn): boolean {
  if (action === 'removePasskey') return account.passkeys.some(({ id, addedAt }) => id === target && isSuspect(account, addedAt));
  if (action === 'removeTotp') return account.totpApps.length > 0 && account.totpApps.every(({ addedAt }) => isSuspect(account, addedAt));
  if (action === 'makeRecoveryCodes') return account.recoveryCodes.madeAt !== null && isSuspect(account, account.recoveryCodes.madeAt);
  const removed = contactTakenBy(action);
  const addedAt = removed === undefined ? null : { phone: account.phoneAddedAt, email: account.emailAddedAt }[removed];
  return addedAt !== null && isSuspect(account, addedAt);
}
