import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import {
  messageMethods as everyMessage,
  secondMethods,
  type FinishingMethod,
  type SecondMethod,
  type SecondStepReason,
} from '#contract/sign-in/two-step/second-step.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { ShownWay } from './assurance.ts';
import { hasOtherRoot, isOtherRoot } from './decisions.ts';
import { independence, rootsIn, type KnownWays } from './independence.ts';
import { standingOf, type Way } from './way.ts';

/** Parts of an account that may be a second step. */
export type StepAccount = Pick<
  Account,
  'phone' | 'emailShown' | 'messageMethods' | 'passkeys' | 'totpApps' | 'recoveryCodes' | 'twoStepAt'
>;

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
const targets: Readonly<Record<SecondMethod, (account: StepAccount) => string | undefined>> = {
  passkey: ({ passkeys }) => (passkeys.some(({ proves }) => proves) ? '' : undefined),
  totp: ({ totpApps }) => (totpApps.length === 0 ? undefined : ''),
  phone: ({ phone, messageMethods }) => (phone !== null && messageMethods.includes('phone') ? maskPhone(phone) : undefined),
  email: ({ emailShown, messageMethods }) => (emailShown !== null && messageMethods.includes('email') ? maskEmail(emailShown) : undefined),
  recovery: ({ recoveryCodes }) => (recoveryCodes.left === 0 ? undefined : ''),
};

/** The second steps of an account, strongest first. */
export function secondStepsOf(account: StepAccount): readonly SecondStep[] {
  return secondMethods.flatMap((method) => {
    const target = targets[method](account);
    return target === undefined ? [] : [{ method, target }];
  });
}

/** Whether the account has a second step beside its recovery codes, which run out. */
export function hasSecondStep(account: StepAccount): boolean {
  return secondStepsOf(account).some(({ method }) => method !== 'recovery');
}

/** A step that may finish a sign-in. */
export interface FinishingStep extends Omit<SecondStep, 'method'> {
  readonly method: FinishingMethod;
}

/** A sign-in so far: what was shown, among all that the account has and had. */
export interface SoFar {
  readonly account: StepAccount;
  readonly ways: KnownWays & { readonly own: readonly Way[] };
  readonly shown: readonly ShownWay[];
  /** Whether its person has forgotten the password, which is then not offered. */
  readonly isRecovery?: boolean;
}

/**
 * The steps that may follow what was shown: of another root, and for an old phone the email (ADR 69). After an approval
 * from afar, whatever the account has: what was shown there was shown on another device.
 */
export function stepsAfter(sign: SoFar, because: SecondStepReason): readonly FinishingStep[] {
  const { account, isRecovery = false } = sign;
  if (because === 'dormant') return [{ method: 'email', target: maskEmail(account.emailShown ?? '') }];
  if (because === 'far') return secondStepsOf(account.twoStepAt === null ? { ...account, messageMethods: everyMessage } : account);
  const adds = addsRoot(sign);
  const addsKind = (kind: WayKind) => sign.ways.own.some((way) => way.kind === kind && adds(way));
  // An ordinary account has chosen no second steps: its messages do, and its password.
  const chosen = because === 'risky' ? { ...account, messageMethods: everyMessage } : account;
  const others = secondStepsOf(chosen).filter(({ method }) => addsKind(kindOfSecond[method]));
  const takesPassword = because === 'risky' && !isRecovery && addsKind('password');
  return takesPassword ? [...others, { method: 'password', target: '' }] : others;
}

/**
 * Whether what was shown opens a protected account: a passkey that stands for itself, or two roots of which one is a second
 * step of the account. A trusted browser stands in for the second step, and the approval by another one for the first.
 */
export function opensProtected(
  sign: SoFar,
  { isTrusted, isApproved }: { readonly isTrusted: boolean; readonly isApproved: boolean },
): boolean {
  const all = atSignIn(sign);
  const ways = shownIn(sign, all);
  if (isTrusted && sign.shown.length > 0) return true;
  const standsForItself = (way: Way) =>
    way.kind === 'passkey' && independence([way], all) === 'single' && standingOf(way, all.known, all.now).root === way.id;
  if (ways.some(standsForItself)) return true;
  const steps = new Set(secondStepsOf(sign.account).map(({ method }) => kindOfSecond[method]));
  const seconds = ways.filter(({ kind }) => steps.has(kind as (typeof kindOfSecond)[SecondMethod]));
  if (isApproved) return seconds.length > 0;
  return seconds.some((second) => ways.some((first) => isOtherRoot(second, { ...all, shown: [first] })));
}

/**
 * Whether a risky sign-in of an ordinary account lacks a root that the account has. What can be shown at a sign-in counts, and
 * what another root took out a moment ago: a thief of the phone still meets the password that was there.
 */
export function lacksRoot(sign: SoFar): boolean {
  const { ways } = sign;
  const shown = shownIn(sign, ways);
  if (rootsIn(independence(shown, ways)) === 2 || opensProtected(sign, { isTrusted: false, isApproved: false })) return false;
  const taken = [...ways.known.values()].filter(({ state }) => state === 'taken');
  const possible = [...ways.own, ...taken].filter(({ kind }) => kind !== 'social');
  return hasOtherRoot({ ...ways, shown, possible });
}

function addsRoot(sign: SoFar): (way: Way) => boolean {
  const all = atSignIn(sign);
  const shown = shownIn(sign, all);
  return (way) => isOtherRoot(all.known.get(way.id) ?? way, { ...all, shown });
}

function shownIn({ shown }: SoFar, { known }: KnownWays): readonly Way[] {
  return shown.flatMap(({ id }) => known.get(id) ?? []);
}

/**
 * The ways as they count only at a sign-in: what was added while the account was ordinary stands for itself there, or
 * switching two-step verification on would shut its owner out.
 */
function atSignIn({ account: { twoStepAt }, ways: { known, now } }: SoFar): KnownWays {
  const free = (way: Way): Way => (twoStepAt !== null && way.addedAt <= twoStepAt ? { ...way, vouchedBy: null } : way);
  return { known: new Map([...known].map(([id, way]) => [id, free(way)] as const)), now };
}
