import { limits } from '#contract/limits.ts';
import {
  passkeyAlgorithms,
  type PasskeyAssertion,
  type PasskeyCreationOptions,
  type PasskeyDescriptor,
  type PasskeyOrigin,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
} from '#contract/vocabulary/passkeys.ts';
import type { Carrier } from '#contract/vocabulary/ways.ts';
import { maskEmail, maskPhone } from '#contract/masks.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { raiseVersion } from '#server/core/accounts/accounts.guarded.ts';
import { claimOnce } from '#server/platform/claims/claims.guarded.ts';
import type { Source } from '#server/platform/crypto/fair-queue.ts';
import { newId, newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ShownWay } from '#server/core/second-step/assurance.ts';
import { passkeyWay } from '#server/core/ways/ways.ts';
import type { Store } from '#server/core/store.ts';
import { makeChallenge, readChallenge, type Ceremony } from './ceremony.ts';
import { readClientData } from './client-data.ts';
import { makerOf } from './makers.ts';
import { markSuspect, noteUse } from './passkeys.guarded.ts';
import { createPasskeyRows, type PasskeyRow } from './passkeys.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import { createVerification, type Registered, type Signed } from './verification.ts';

export type { Ceremony } from './ceremony.ts';
export type { PasskeyRow } from './passkeys.repository.ts';

/** Options for the browser, and until when it may answer. Milliseconds since the epoch. */
export interface Begun<Options> {
  readonly publicKey: Options;
  readonly expiresAt: number;
}

/** What a browser answered, and for whom the check is done. */
export interface Answered<Credential> {
  readonly credential: Credential;
  readonly source: Source;
}

/** A use of a passkey that was checked, for the transaction of its effect. */
export interface PassedAssertion {
  readonly passkey: PasskeyRow;
  readonly challenge: string;
  readonly signed: Signed;
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
}

/**
 * Passkeys. A ceremony is begun without a trace, checked without a change, and redeemed once, in the transaction of its
 * effect. While passkeys are off every verb refuses with notFound.
 */
export interface Passkeys {
  readonly isOn: boolean;
  /** `account`: whose passkeys are asked for; without one the person picks. */
  beginAssertion(ceremony: Ceremony, account?: Account): Promise<Begun<PasskeyRequestOptions>>;
  /**
   * @throws {Refusal} passkeyUnknown with `data.credentialId` and `data.rpId`; passkeyRefused for every other cause,
   * which a person could not tell apart
   */
  checkAssertion(ceremony: Ceremony, answered: Answered<PasskeyAssertion>): Promise<PassedAssertion>;
  /**
   * Spends the challenge and notes the use, in the transaction of the effect.
   * @throws {Refusal} passkeyRefused when another request was first
   */
  redeemAssertion(passed: PassedAssertion, place: string): Promise<void>;
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
  /** What password managers are told of the passkeys of an account. */
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

export function createPasskeys(store: Store, { relyingParty, tellSuspect }: PasskeysParts): Passkeys {
  const { db, clock, keyring } = store;
  const rows = createPasskeyRows(db);
  const verification = relyingParty && createVerification(relyingParty);

  function on() {
    if (relyingParty === undefined || verification === undefined) throw new Refusal('notFound', { reason: 'passkeys are off' });
    return { ...relyingParty, verification };
  }

  async function ownHandle(accountId: string): Promise<string> {
    const kept = await rows.handleOf(accountId);
    if (kept !== undefined) return kept;
    await rows.keepHandle(accountId, newToken());
    return (await rows.handleOf(accountId)) ?? '';
  }

  async function descriptorsOf(accountId: string): Promise<readonly PasskeyDescriptor[]> {
    const { rpId } = on();
    const own = (await rows.ofAccount(accountId)).filter((passkey) => passkey.rp_id === rpId);
    return own.map(({ credential_id: id, transports }) => ({
      type: 'public-key',
      id,
      ...(transports === '' ? {} : { transports: transports.split(',') }),
    }));
  }

  /** The challenge of an answer for this ceremony. */
  function challengeOf(ceremony: Ceremony, type: 'webauthn.get' | 'webauthn.create', said: string): string {
    const challenge = readClientData(said, { type, origins: on().origins })?.challenge;
    if (challenge === undefined) throw refused('what the browser says');
    if (readChallenge(keyring, challenge, { ceremony, at: clock.now() }) === undefined) throw refused('the challenge');
    return challenge;
  }

  async function spend(challenge: string): Promise<void> {
    const at = clock.now();
    const claim = { kind: 'passkey', id: sha256(challenge), at, expiresAt: at + 2 * limits.passkeyCeremonyMs };
    if (!(await claimOnce(db, claim))) throw refused('the challenge was used');
  }

  /** A stolen copy, or an authenticator of which something changed that never does. */
  async function suspect(passkey: PasskeyRow, reason: string): Promise<Refusal> {
    await db.tx(async () => {
      if (!(await markSuspect(db, { id: passkey.id, at: clock.now() }))) return;
      await raiseVersion(db, passkey.account_id);
      await tellSuspect(passkey);
    });
    return refused(reason);
  }

  return {
    isOn: relyingParty !== undefined,

    async beginAssertion(ceremony, account) {
      const { rpId } = on();
      const allowCredentials = account === undefined ? [] : await descriptorsOf(account.id);
      const { challenge, expiresAt } = makeChallenge(keyring, ceremony, clock.now());
      return {
        publicKey: { challenge, rpId, timeout: limits.passkeyCeremonyMs, userVerification: 'required', allowCredentials },
        expiresAt,
      };
    },

    async checkAssertion(ceremony, { credential, source }) {
      const { rpId, verification: check } = on();
      const challenge = challengeOf(ceremony, 'webauthn.get', credential.response.clientDataJSON);
      const passkey = await rows.byCredential(rpId, credential.id);
      const signed = await check.assertion({ credential, challenge, source }, passkey?.public_key);
      if (passkey === undefined) throw new Refusal('passkeyUnknown', { data: { credentialId: credential.id, rpId } });
      const { accountId } = ceremony;
      if (accountId !== undefined && passkey.account_id !== accountId) throw refused('of another account');
      const handle = credential.response.userHandle ?? '';
      if (handle === '' ? accountId === undefined : handle !== (await rows.handleOf(passkey.account_id))) throw refused('the handle');
      if (signed === undefined) throw refused('the signature');
      if (passkey.suspect_at !== null) throw refused('suspect');
      if (signed.backupEligible !== (passkey.backup_eligible === 1)) throw await suspect(passkey, 'its kind has changed');
      const counts = signed.counter > 0 || passkey.sign_count > 0;
      if (counts && signed.counter <= passkey.sign_count) throw await suspect(passkey, 'its counter went back');
      return { passkey, challenge, signed };
    },

    async redeemAssertion({ passkey, challenge, signed: { counter, backedUp } }, place) {
      await spend(challenge);
      if (!(await noteUse(db, { id: passkey.id, counter, backedUp, at: clock.now(), place }))) throw refused('another use was first');
    },

    async beginRegistration(ceremony, account) {
      const { rpId, name } = on();
      if (account.passkeys.length >= limits.passkeysMax) throw tooMany();
      const { challenge, expiresAt } = makeChallenge(keyring, ceremony, clock.now());
      const userVerification = ceremony.purpose === 'upgrade' ? 'preferred' : 'required';
      const publicKey: PasskeyCreationOptions = {
        challenge,
        rp: { id: rpId, name: name[account.language] },
        user: { id: await ownHandle(account.id), ...namesOf(account) },
        pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: limits.passkeyCeremonyMs,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
        excludeCredentials: await descriptorsOf(account.id),
        hints: [],
      };
      return { publicKey, expiresAt };
    },

    async checkRegistration(ceremony, { credential, source }) {
      const { rpId, verification: check } = on();
      const challenge = challengeOf(ceremony, 'webauthn.create', credential.response.clientDataJSON);
      const registered = await check.registration({ credential, challenge, source }, ceremony.purpose === 'upgrade');
      if (registered === undefined) throw refused('the new key');
      const known = await rows.byCredential(rpId, registered.credentialId);
      if (known !== undefined && known.account_id !== ceremony.accountId) throw refused('of another account');
      return { challenge, registered, transports: credential.response.transports ?? [], existing: known };
    },

    async add({ challenge, registered, transports }, { account, name, madeBy, machine }) {
      const { rpId } = on();
      await spend(challenge);
      const own = await rows.ofAccount(account.id);
      if (own.length >= limits.passkeysMax) throw tooMany();
      const { credentialId, publicKey, alg, aaguid, counter, backupEligible, backedUp, userVerified } = registered;
      const row: PasskeyRow = {
        id: newId(),
        account_id: account.id,
        credential_id: credentialId,
        public_key: publicKey,
        alg,
        rp_id: rpId,
        aaguid,
        transports: transports.filter((each) => /^[a-z-]{1,16}$/.test(each)).join(','),
        carriers: carriersOf({ backupEligible, transports, machine }).join(','),
        backup_eligible: backupEligible ? 1 : 0,
        backed_up: backedUp ? 1 : 0,
        sign_count: counter,
        // Whoever made it silently was asked nothing: it proves something after its first real use.
        uv_seen: userVerified && madeBy !== 'upgrade' ? 1 : 0,
        name: name || makerOf(aaguid),
        made_by: madeBy,
        created_at: clock.now(),
        last_used_at: null,
        last_place: '',
        suspect_at: null,
      };
      if (!(await rows.insert(row))) throw refused('it was added just now');
      await raiseVersion(db, account.id);
      return row;
    },

    of: ({ id }) => rows.ofAccount(id),

    rename: (passkey) => rows.rename(passkey),

    async signalsOf(account) {
      const { rpId } = on();
      const own = await descriptorsOf(account.id);
      return { userHandle: (await rows.handleOf(account.id)) ?? '', credentialIds: own.map(({ id }) => id), rpId, ...namesOf(account) };
    },

    countOfOthers: () => rows.countOfOthers(relyingParty?.rpId ?? ''),

    warmUp: async () => verification?.warmUp(),
  };
}

/** How password managers show the account: no more of its contacts than its own pages do. */
function namesOf({ username, phone, emailShown, nickname, number }: Account): { readonly name: string; readonly displayName: string } {
  const contact = phone === null ? (emailShown === null ? number : maskEmail(emailShown)) : maskPhone(phone);
  return { name: username ?? contact, displayName: nickname };
}

/** What a thief takes with it. A synced one is on the phone in any case, one that is bound lies where it was made. */
function carriersOf({
  backupEligible,
  transports,
  machine,
}: {
  readonly backupEligible: boolean;
  readonly transports: readonly string[];
  readonly machine: 'phone' | 'computer';
}): readonly Carrier[] {
  if (backupEligible) return machine === 'phone' ? ['phone'] : ['phone', 'computer'];
  if (transports.includes('internal')) return [machine];
  return transports.includes('hybrid') ? ['phone'] : ['key'];
}

function refused(reason: string): Refusal {
  return new Refusal('passkeyRefused', { reason });
}

function tooMany(): Refusal {
  return new Refusal('tooMany', { data: { max: limits.passkeysMax } });
}
