import { proofOf, type SensitiveAction } from '#contract/acts/acts.ts';
import type { ProofMethod } from './proof-methods.words.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';

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

/** Type of each field. */
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

/**
 * The account's methods that usually suffice for an action: all that are strong enough; without one, its strongest. The
 * server decides: a password that was set by a mailbox is as weak as the mailbox for a time. The one exception: an owner
 * without a phone also deletes by a code to the email, because a forgotten password would lead through the same mailbox
 * (ADR 56).
 */
export function methodsThatDo(action: SensitiveAction, has: readonly ProofMethod[]): readonly ProofMethod[] {
  if (action === 'deleteAccount' && !has.includes('phone')) return has;
  const strongest = Math.max(0, ...has.map((method) => wayRows[kindOfMethod[method]].strength));
  const needed = Math.min(proofOf(action), strongest);
  return has.filter((method) => wayRows[kindOfMethod[method]].strength >= needed);
}
