import type { ProofMethod } from './proof-methods.words.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { wayRows, type Strength, type WayKind } from '#contract/sign-in/ways/ways.words.ts';

/** The kind of way that each method shows. */
export const kindOfMethod = {
  passkey: 'passkey',
  totp: 'totp',
  phone: 'phone',
  email: 'email',
  password: 'password',
  recovery: 'recoveryCode',
} as const satisfies Readonly<Record<ProofMethod, WayKind>>;

/** The field of a call with the evidence of each method. */
interface ProofFields {
  readonly totp: 'code';
  readonly passkey: 'credential';
  readonly phone: 'code';
  readonly email: 'code';
  readonly password: 'password';
  readonly recovery: 'code';
}

export type ProofField = ProofFields[ProofMethod];

/** What each field holds. */
export interface ProofValues {
  readonly code: string;
  readonly password: string;
  readonly credential: PasskeyAssertion;
}

/** A method with its evidence. */
export type GivenProof = {
  readonly [Method in ProofMethod]: { readonly method: Method } & {
    readonly [Field in ProofFields[Method]]: ProofValues[Field];
  };
}[ProofMethod];

/** Actions that need a fresh identity proof (contract 3). */
export const sensitiveActions = [
  'changePhone',
  'unbindPhone',
  'changeEmail',
  'unbindEmail',
  'bindPhone',
  'bindEmail',
  'setPassword',
  'changePassword',
  'changeRegion',
  'deleteAccount',
  'bindSocial',
  'unbindSocial',
  'endOthers',
  'mergeAccounts',
  'keepAdded',
  'addTotp',
  'removeTotp',
  'makeRecoveryCodes',
  'enableTwoStep',
  'disableTwoStep',
  'changeTwoStep',
  'removePassword',
  'appSecret',
  'appAddresses',
  'appTransfer',
  'appDelete',
  'addPasskey',
  'removePasskey',
  'requestExport',
  'downloadExport',
  'allowQr',
  'allowDesktop',
  'eraseSettings',
  'changeNotices',
  'consentForChild',
  'withdrawForChild',
  'exportForChild',
] as const;

export type SensitiveAction = (typeof sensitiveActions)[number];

/** Required strength of each action: as strong as the thing that it removes (contract 3). */
export const actionStrengths: Readonly<Record<SensitiveAction, Strength>> = {
  changePhone: 2,
  unbindPhone: 2,
  changeEmail: 1,
  unbindEmail: 1,
  bindPhone: 1,
  bindEmail: 1,
  setPassword: 1,
  changePassword: 2,
  changeRegion: 1,
  deleteAccount: 2,
  bindSocial: 1,
  unbindSocial: 1,
  endOthers: 1,
  mergeAccounts: 2,
  keepAdded: 1,
  addTotp: 2,
  removeTotp: 2,
  makeRecoveryCodes: 2,
  enableTwoStep: 2,
  disableTwoStep: 3,
  changeTwoStep: 2,
  removePassword: 3,
  appSecret: 2,
  appAddresses: 2,
  appTransfer: 2,
  appDelete: 2,
  addPasskey: 2,
  removePasskey: 3,
  requestExport: 2,
  downloadExport: 2,
  allowQr: 3,
  allowDesktop: 2,
  eraseSettings: 1,
  changeNotices: 1,
  consentForChild: 2,
  withdrawForChild: 2,
  exportForChild: 2,
};

/** Actions that take two independent ways on a protected account (ADR 69). */
const ofTwo = [
  'changePhone',
  'unbindPhone',
  'changeEmail',
  'unbindEmail',
  'unbindSocial',
  'changePassword',
  'deleteAccount',
  'mergeAccounts',
  'keepAdded',
  'removeTotp',
  'makeRecoveryCodes',
  'disableTwoStep',
  'changeTwoStep',
  'removePassword',
  'removePasskey',
] as const satisfies readonly SensitiveAction[];

export function takesTwo(action: SensitiveAction): boolean {
  return ofTwo.some((each) => each === action);
}

/**
 * The account's methods that usually suffice for an action: all that are strong enough; without one, its strongest. The
 * server decides: a password that was set by a mailbox is as weak as the mailbox for a time. The one exception: an owner
 * without a phone also deletes by a code to the email, because a forgotten password would lead through the same mailbox
 * (ADR 54).
 */
export function methodsThatDo(action: SensitiveAction, has: readonly ProofMethod[]): readonly ProofMethod[] {
  if (action === 'deleteAccount' && !has.includes('phone')) return has;
  const strongest = Math.max(0, ...has.map((method) => wayRows[kindOfMethod[method]].strength));
  const needed = Math.min(actionStrengths[action], strongest);
  return has.filter((method) => wayRows[kindOfMethod[method]].strength >= needed);
}

/**
 * Actions that add a way to sign in or a detail, sign in elsewhere, or concern an own app: sessions, tokens and consents
 * stay (ADR 55).
 */
const endsNothing = [
  'bindPhone',
  'bindEmail',
  'setPassword',
  'bindSocial',
  'changeRegion',
  'keepAdded',
  'addTotp',
  'makeRecoveryCodes',
  'changeTwoStep',
  'appSecret',
  'appAddresses',
  'appTransfer',
  'appDelete',
  'addPasskey',
  'requestExport',
  'downloadExport',
  'allowQr',
  'allowDesktop',
  'eraseSettings',
  'changeNotices',
  'consentForChild',
  'withdrawForChild',
  'exportForChild',
] as const satisfies readonly SensitiveAction[];

/**
 * Whether an action ends every other session and every token. A change or a removal of a way to sign in does; what the
 * person allowed to apps stays in every case (ADR 55). The server acts by it, and the dialogs say it before.
 */
export function endsOthers(action: SensitiveAction): boolean {
  return !endsNothing.some((each) => each === action);
}
