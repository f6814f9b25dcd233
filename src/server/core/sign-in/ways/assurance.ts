import { acrValues, type Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { kindOf, type WayId } from './way.ts';

/** A way that was shown just now. */
export interface ShownWay {
  readonly id: WayId;
  /** True for a passkey that never leaves its device. */
  readonly isBound?: boolean;
}

/** Knowledge of a session about the ceremonies in it. */
export interface Assurance {
  /** When the person was last proven. Milliseconds. */
  readonly authAt: number;
  readonly acr: Acr;
  /** Words of RFC 8176. */
  readonly amr: readonly string[];
  /** Whether another browser of the account approved it. */
  readonly isApproved?: true;
  /** Ways that opened it, the first one first, then those that proved in it. */
  readonly ways: readonly WayId[];
}

/** Words of RFC 8176 for each way: email and social accounts have none. */
const words: Readonly<Record<WayKind, readonly string[]>> = {
  passkey: ['user', 'pop', 'mfa'],
  totp: ['otp'],
  recoveryCode: ['otp'],
  password: ['pwd'],
  phone: ['sms'],
  email: [],
  social: [],
};

/** Worth of ways that were shown together. A trusted browser and the approval by another one count for nothing here. */
export function assuranceOf(shown: readonly ShownWay[], authAt: number, isApproved = false): Assurance {
  return raisedAssurance({ authAt, acr: '1', amr: [], ...(isApproved && { isApproved }), ways: [] }, shown, authAt);
}

/** The assurance of a session after further ways were shown in it. It never falls, and grows only by these ways. */
export function raisedAssurance(before: Assurance, shown: readonly ShownWay[], authAt: number): Assurance {
  const ways = [...new Set([...before.ways, ...shown.map(({ id }) => id)])];
  const isTwoSteps = new Set(ways.map(kindOf)).size > 1;
  const reached = shown.map(({ id, isBound = false }) => (kindOf(id) === 'passkey' ? (isBound ? 'phrh' : 'phr') : '1'));
  const acr = strongest([before.acr, ...reached, isTwoSteps ? '2' : '1']);
  const amr = [
    ...before.amr,
    ...shown.flatMap(({ id, isBound = false }) => [...(kindOf(id) === 'passkey' ? [isBound ? 'hwk' : 'swk'] : []), ...words[kindOf(id)]]),
    ...(isTwoSteps ? ['mfa'] : []),
  ];
  return { authAt, acr, amr: [...new Set(amr)], ...(before.isApproved === true && { isApproved: true }), ways };
}

/** Whether a sign-in is as strong as a level, or stronger. */
export function reaches(acr: Acr, level: Acr): boolean {
  return acrValues.indexOf(acr) >= acrValues.indexOf(level);
}

function strongest(values: readonly Acr[]): Acr {
  return acrValues.findLast((acr) => values.includes(acr)) ?? '1';
}
