import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyOrigin,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Source } from '#server/platform/crypto/fair-queue.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { passkeyWay } from '#server/core/sign-in/ways/ways.ts';
import type { Ceremony } from './ceremony.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Registered, Signed } from './verification.ts';

export type { Ceremony } from './ceremony.ts';
export type { PasskeyRow } from './passkeys.repository.ts';

/** Options for the browser, and until when it may answer. Milliseconds since the epoch. */
export interface Begun<Options> {
  readonly publicKey: Options;
  readonly expiresAt: number;
}

/** Answer of a browser, and the visit for which the check is done. */
export interface Answered<Credential> {
  readonly credential: Credential;
  readonly source: Source;
}

/** A use of a passkey that was checked, for the transaction of its effect. */
export interface PassedAssertion {
  readonly passkey: PasskeyRow;
  /** Mark that this answer leaves behind, once: its challenge, or its signature where the challenge is a text. */
  readonly mark: string;
  readonly signed: Signed;
  /** The account had it, and has it no more. */
  readonly isFormer: boolean;
}

/** A new passkey that was checked, for the transaction of its effect. */
export interface PassedRegistration {
  readonly challenge: string;
  readonly registered: Registered;
  readonly transports: readonly string[];
  /** It is one of the account already: nothing is left to do. */
  readonly existing: PasskeyRow | undefined;
}

export interface NewPasskey {
  readonly account: Account;
  readonly name: string;
  readonly madeBy: PasskeyOrigin;
  /** The machine on which it was made. */
  readonly machine: 'phone' | 'computer';
  /** The browser and system there, as people call them; '' where neither is known. */
  readonly madeOn: string;
}

/**
 * Passkeys. A ceremony is begun without a trace, checked without a change, and redeemed once, in the transaction of its
 * effect. While passkeys are off every verb refuses with notFound.
 */
export interface Passkeys {
  readonly isOn: boolean;
  /** `account`: whose passkeys are asked for, beside some that it had; without one the person picks. */
  beginAssertion(ceremony: Ceremony, account?: Account, formers?: readonly PasskeyRow[]): Promise<Begun<PasskeyRequestOptions>>;
  /**
   * @throws {Refusal} passkeyUnknown with `data.credentialId` and `data.rpId`; passkeyRefused for every other cause,
   * which a person could not tell apart
   */
  checkAssertion(ceremony: Ceremony, answered: Answered<PasskeyAssertion>, formers?: readonly PasskeyRow[]): Promise<PassedAssertion>;
  /**
   * Spends the challenge and notes the use, in the transaction of the effect.
   * @throws {Refusal} passkeyRefused when another request was first
   */
  redeemAssertion(passed: PassedAssertion, place: string): Promise<void>;
  /**
   * A signature of an account over a challenge that says itself what it is for, made at one origin. The signature is good
   * once, and the same challenge may be signed again.
   * @throws {Refusal} passkeyUnknown, passkeyRefused
   */
  checkSigned(
    signed: { readonly challenge: string; readonly accountId: string; readonly origin: string },
    answered: Answered<PasskeyAssertion>,
  ): Promise<PassedAssertion>;
  /**
   * Notes the use, in the transaction of what was signed.
   * @throws {Refusal} passkeyRefused when another use was first, or this signature was used
   */
  noteSigned(passed: PassedAssertion): Promise<void>;
  beginRegistration(ceremony: Ceremony, account: Account): Promise<Begun<PasskeyCreationOptions>>;
  /** @throws {Refusal} passkeyRefused */
  checkRegistration(ceremony: Ceremony, answered: Answered<PasskeyRegistration>): Promise<PassedRegistration>;
  /**
   * Adds the passkey, in the transaction of the effect, under the account's lock.
   * @throws {Refusal} passkeyRefused when the challenge was used, tooMany
   */
  add(passed: PassedRegistration, added: NewPasskey): Promise<PasskeyRow>;
  of(account: Pick<Account, 'id'>): Promise<readonly PasskeyRow[]>;
  rename(passkey: { readonly accountId: string; readonly id: string; readonly name: string }): Promise<boolean>;
  /** Passkeys of an account, as password managers are told. */
  signalsOf(account: Account): Promise<PasskeySignals>;
  /** How many passkeys were made for another domain than the configured one. */
  countOfOthers(): Promise<number>;
  warmUp(): Promise<void>;
}

/** The passkey as a way that was shown. */
export function shownPasskey({ passkey }: PassedAssertion): ShownWay {
  return { id: passkeyWay(passkey.id), isBound: passkey.backup_eligible === 0 };
}

export interface PasskeySignals {
  readonly userHandle: string;
  readonly credentialIds: string[];
  readonly rpId: string;
  readonly name: string;
  readonly displayName: string;
}

export interface PasskeysParts {
  /** Undefined while passkeys are off. */
  readonly relyingParty: RelyingParty | undefined;
  /** Tells the owner that a copy of a passkey may be in use; in the transaction of the mark. */
  readonly tellSuspect: (passkey: PasskeyRow) => Promise<void>;
}
