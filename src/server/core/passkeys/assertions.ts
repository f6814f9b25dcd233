import { limits } from '#contract/limits.ts';
import { raiseVersion } from '#server/core/accounts/accounts.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { makeChallenge } from './ceremony.ts';
import { challengeOf, descriptorsOf, refused, spendChallenge, type PasskeyParts } from './passkey-parts.ts';
import { markSuspect, noteUse } from './passkeys.guarded.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import type { Passkeys, PasskeysParts } from './passkeys.ts';

/** Uses of passkeys. */
export function createAssertions(
  parts: PasskeyParts,
  tellSuspect: PasskeysParts['tellSuspect'],
): Pick<Passkeys, 'beginAssertion' | 'checkAssertion' | 'redeemAssertion'> {
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

  return {
    async beginAssertion(ceremony, account) {
      const { rpId } = on();
      const allowCredentials = account === undefined ? [] : await descriptorsOf(parts, account.id);
      const { challenge, expiresAt } = makeChallenge(keyring, ceremony, clock.now());
      return {
        publicKey: { challenge, rpId, timeout: limits.passkeyCeremonyMs, userVerification: 'required', allowCredentials },
        expiresAt,
      };
    },

    async checkAssertion(ceremony, { credential, source }) {
      const { rpId, verification } = on();
      const { clientDataJSON, userHandle } = credential.response;
      const challenge = challengeOf(parts, ceremony, { type: 'webauthn.get', clientDataJSON });
      const passkey = await rows.byCredential(rpId, credential.id);
      const signed = await verification.assertion({ credential, challenge, source }, passkey?.public_key);
      if (passkey === undefined) throw new Refusal('passkeyUnknown', { data: { credentialId: credential.id, rpId } });
      const { accountId } = ceremony;
      if (accountId !== undefined && passkey.account_id !== accountId) throw refused('of another account');
      const handle = userHandle ?? '';
      if (handle === '' ? accountId === undefined : handle !== (await rows.handleOf(passkey.account_id))) throw refused('the handle');
      if (signed === undefined) throw refused('the signature');
      if (passkey.suspect_at !== null) throw refused('suspect');
      if (signed.backupEligible !== (passkey.backup_eligible === 1)) throw await suspect(passkey, 'its kind has changed');
      const counts = signed.counter > 0 || passkey.sign_count > 0;
      if (counts && signed.counter <= passkey.sign_count) throw await suspect(passkey, 'its counter went back');
      return { passkey, challenge, signed };
    },

    async redeemAssertion({ passkey, challenge, signed: { counter, backedUp } }, place) {
      await spendChallenge(parts, challenge);
      if (!(await noteUse(db, { id: passkey.id, counter, backedUp, at: clock.now(), place }))) throw refused('another use was first');
    },
  };
}
