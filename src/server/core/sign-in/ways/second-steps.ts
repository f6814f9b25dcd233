import { maskEmail, maskPhone } from '#contract/masks.ts';
import {
  messageMethods as everyMessage,
  secondMethods,
  type FinishingMethod,
  type SecondMethod,
  type SecondStepReason,
} from '#contract/sign-in/two-step/second-step.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { kindOf } from './way.ts';
import type { ShownWay } from './assurance.ts';

/** A second step that an account has. */
export interface SecondStep {
  readonly method: SecondMethod;
  /** Masked target of a code; '' for a method without messages. */
  readonly target: string;
}

export const kindOfSecond = {
  passkey: 'passkey',
  totp: 'totp',
  phone: 'phone',
  email: 'email',
  recovery: 'recoveryCode',
} as const satisfies Readonly<Record<SecondMethod, WayKind>>;

/** As `SecondStep.target`; undefined where the account lacks the step, or its owner does not allow it. */
const targets: Readonly<Record<SecondMethod, (account: Account) => string | undefined>> = {
  passkey: ({ passkeys }) => (passkeys.some(({ proves }) => proves) ? '' : undefined),
  totp: ({ totpApps }) => (totpApps.length === 0 ? undefined : ''),
  phone: ({ phone, messageMethods }) => (phone !== null && messageMethods.includes('phone') ? maskPhone(phone) : undefined),
  email: ({ emailShown, messageMethods }) => (emailShown !== null && messageMethods.includes('email') ? maskEmail(emailShown) : undefined),
  recovery: ({ recoveryCodes }) => (recoveryCodes.left === 0 ? undefined : ''),
};

/** The second steps of an account, strongest first. */
export function secondStepsOf(account: Account): readonly SecondStep[] {
  return secondMethods.flatMap((method) => {
    const target = targets[method](account);
    return target === undefined ? [] : [{ method, target }];
  });
}

/** Whether the account has a second step beside its recovery codes, which run out. */
export function hasSecondStep(account: Account): boolean {
  return secondStepsOf(account).some(({ method }) => method !== 'recovery');
}

/** A step that may finish a sign-in. */
export interface FinishingStep extends Omit<SecondStep, 'method'> {
  readonly method: FinishingMethod;
}

/**
 * The steps that may follow what was shown: of another family, and for an old phone the email (ADR 33). After an approval
 * from afar, whatever the account has: what was shown there was shown on another device.
 */
export function stepsAfter(account: Account, shown: readonly ShownWay[], because: SecondStepReason): readonly FinishingStep[] {
  if (because === 'dormant') return [{ method: 'email', target: maskEmail(account.emailShown ?? '') }];
  if (because === 'far') return secondStepsOf(account.twoStepAt === null ? { ...account, messageMethods: everyMessage } : account);
  const kinds = shown.map(({ id }) => kindOf(id));
  // An ordinary account has chosen no second steps: its messages do.
  const chosen = because === 'risky' ? { ...account, messageMethods: everyMessage } : account;
  const others = secondStepsOf(chosen).filter(({ method }) => !kinds.includes(kindOfSecond[method]));
  const isByCode = kinds.every((kind) => kind === 'phone' || kind === 'email');
  // Who has lost the phone and signs in by mail from somewhere new may know the password; it is never the only step (ADR 113).
  const takesPassword = because === 'risky' && isByCode && others.length > 0 && account.passwordHash !== null;
  return takesPassword ? [...others, { method: 'password', target: '' }] : others;
}

/**
 * Whether what was shown opens a protected account: a passkey, or two families of which the second one is a second step
 * of the account. A trusted browser stands in for the second one.
 */
export function opensProtected(account: Account, shown: readonly ShownWay[], isTrusted: boolean): boolean {
  const [first, ...others] = shown.map(({ id }) => kindOf(id));
  if (first === undefined) return false;
  if (first === 'passkey' || others.includes('passkey') || isTrusted) return true;
  return secondStepsOf(account).some(({ method }) => kindOfSecond[method] !== first && others.includes(kindOfSecond[method]));
}
