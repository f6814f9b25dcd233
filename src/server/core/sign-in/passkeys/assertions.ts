import { limits } from '#contract/limits.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { makeChallenge } from './ceremony.ts';
import { challengeOf, descriptorsOf, isSpent, refused, spend, type PasskeyParts } from './passkey-parts.ts';
import { markSuspect, noteUse } from './passkeys.guarded.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import type { PassedAssertion, Passkeys, PasskeysParts } from './passkeys.ts';
import { createVerification, type Asked, type Verification } from './verification.ts';

/** Uses of passkeys. */
export function createAssertions(
  parts: PasskeyParts,
  tellSuspect: PasskeysParts['tellSuspect'],
): Pick<Passkeys, 'beginAssertion' | 'checkAssertion' | 'redeemAssertion' | 'checkSigned' | 'noteSigned'> {
  const { store, rows, on } = parts;
  const { db, clock, keyring } = store;

  /** A stolen copy, or an authenticator of which something changed that never does. */
  async function suspect(passkey: PasskeyRow, reason: string): Promise<Refusal> {
    await db.tx(async () => {
      if (!(await markSuspect(db, { id: passkey.id, at: clock.now() }))) return;
      await raiseVersion(db, passkey.account_id);
      await tellSuspect(passkey);
    });
    return refused(reason);
  }

  const verificationAt = verificationsElsewhere();

  async function checkUse(
    verification: Verification,
    { credential, challenge, source }: Asked<PasskeyAssertion>,
    { mark, accountId, formers = [] }: Use,
  ): Promise<PassedAssertion> {
    const { rpId } = on();
    const { userHandle } = credential.response;
    const standing = await rows.byCredential(rpId, credential.id);
    const passkey = standing ?? formers.find((each) => each.rp_id === rpId && each.credential_id === credential.id);
    const isFormer = standing === undefined;
    const signed = await verification.assertion({ credential, challenge, source }, passkey?.public_key);
    if (passkey === undefined) throw new Refusal('passkeyUnknown', { data: { credentialId: credential.id, rpId } });
    if (accountId !== undefined && passkey.account_id !== accountId) throw refused('of another account');
    const handle = userHandle ?? '';
    if (handle === '' ? accountId === undefined : handle !== (await rows.handleOf(passkey.account_id))) throw refused('the handle');
    if (signed === undefined) throw refused('the signature');
    const doubt = (reason: string) => (isFormer ? refused(reason) : suspect(passkey, reason));
    if (passkey.suspect_at !== null) throw refused('suspect');
    if (signed.backupEligible !== (passkey.backup_eligible === 1)) throw await doubt('its kind has changed');
    const counts = signed.counter > 0 || passkey.sign_count > 0;
    if (counts && signed.counter <= passkey.sign_count) {
      // Mark and counter stand in one transaction: what comes twice, as from a browser that got no answer, is no copy.
      throw (await isSpent(parts, mark)) ? refused('this answer was used') : await doubt('its counter went back');
    }
    return { passkey, mark, signed, isFormer };
  }

  async function redeem({ passkey, mark, isFormer, signed: { counter, backedUp } }: PassedAssertion, place: string): Promise<void> {
    await spend(parts, mark);
    if (isFormer) return;
    if (!(await noteUse(db, { id: passkey.id, counter, backedUp, at: clock.now(), place }))) throw refused('another use was first');
  }

  return {
    checkSigned: ({ challenge, accountId, origin }, { credential, source }) =>
      // A signature has several spellings: the mark is that of the words and the key, once for each.
      checkUse(verificationAt(on().rpId, origin), { credential, challenge, source }, { mark: `${challenge} ${credential.id}`, accountId }),

    noteSigned: (passed) => redeem(passed, ''),

    async beginAssertion(ceremony, account, formers = []) {
      const { rpId } = on();
      const allowCredentials = account === undefined ? [] : await descriptorsOf(parts, account.id, formers);
      const { challenge, expiresAt } = makeChallenge(keyring, ceremony, clock.now());
      return {
        publicKey: { challenge, rpId, timeout: limits.passkeyCeremonyMs, userVerification: 'required', allowCredentials },
        expiresAt,
      };
    },

    async checkAssertion(ceremony, { credential, source }, formers) {
      const { verification } = on();
      const { clientDataJSON } = credential.response;
      const challenge = challengeOf(parts, ceremony, { type: 'webauthn.get', clientDataJSON });
      return checkUse(verification, { credential, challenge, source }, { mark: challenge, accountId: ceremony.accountId, formers });
    },

    redeemAssertion: redeem,
  };
}

/** Facts that a use is checked against. */
interface Use {
  /** Mark that this answer leaves behind, once. */
  readonly mark: string;
  /** Undefined where the passkey says whose it is. */
  readonly accountId: string | undefined;
  readonly formers?: readonly PasskeyRow[] | undefined;
}

/** Where the passkeys of the product are used at its own origin. */
function verificationsElsewhere(): (rpId: string, origin: string) => Verification {
  const elsewhere = new Map<string, Verification>();
  return (rpId, origin) => {
    const made = elsewhere.get(origin) ?? createVerification({ rpId, origins: [origin] });
    elsewhere.set(origin, made);
    return made;
  };
}
