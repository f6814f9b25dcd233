import { limits } from '#contract/limits.ts';
import { passkeyAlgorithms } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Carrier } from '#contract/sign-in/ways/ways.words.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { newId, newToken } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { makeChallenge } from './ceremony.ts';
import { makerOf } from './makers.ts';
import { challengeOf, descriptorsOf, namesOf, refused, spend, type PasskeyParts } from './passkey-parts.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import type { NewPasskey, PassedRegistration, Passkeys } from './passkeys.ts';

/** New passkeys. */
export function createRegistrations(parts: PasskeyParts): Pick<Passkeys, 'beginRegistration' | 'checkRegistration' | 'add'> {
  const { store, rows, on } = parts;
  const { db, clock, keyring } = store;

  async function ownHandle(accountId: string): Promise<string> {
    const kept = await rows.handleOf(accountId);
    if (kept !== undefined) return kept;
    await rows.keepHandle(accountId, newToken());
    return (await rows.handleOf(accountId)) ?? '';
  }

  return {
    async beginRegistration(ceremony, account) {
      const { rpId, name } = on();
      if (account.passkeys.length >= limits.passkeysMax) throw tooMany();
      const { challenge, expiresAt } = makeChallenge(keyring, ceremony, clock.now());
      const userVerification = ceremony.purpose === 'upgrade' ? 'preferred' : 'required';
      return {
        publicKey: {
          challenge,
          rp: { id: rpId, name: name[account.language] },
          user: { id: await ownHandle(account.id), ...namesOf(account) },
          pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
          timeout: limits.passkeyCeremonyMs,
          attestation: 'none',
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
          excludeCredentials: await descriptorsOf(parts, account.id),
          hints: [],
        },
        expiresAt,
      };
    },

    async checkRegistration(ceremony, { credential, source }) {
      const { rpId, verification } = on();
      const { clientDataJSON, transports = [] } = credential.response;
      const challenge = challengeOf(parts, ceremony, { type: 'webauthn.create', clientDataJSON });
      const registered = await verification.registration({ credential, challenge, source }, ceremony.purpose === 'upgrade');
      if (registered === undefined) throw refused('the new key');
      const known = await rows.byCredential(rpId, registered.credentialId);
      if (known !== undefined && known.account_id !== ceremony.accountId) throw refused('of another account');
      return { challenge, registered, transports, existing: known };
    },

    async add(passed, added) {
      const { rpId } = on();
      await spend(parts, passed.challenge);
      const { account } = added;
      const own = await rows.ofAccount(account.id);
      if (own.length >= limits.passkeysMax) throw tooMany();
      const row = newRow(passed, added, { rpId, at: clock.now() });
      if (!(await rows.insert(row))) throw refused('it was added just now');
      await raiseVersion(db, account.id);
      return row;
    },
  };
}

function newRow(
  { registered, transports }: PassedRegistration,
  { account, name, madeBy, machine, madeOn }: NewPasskey,
  { rpId, at }: { readonly rpId: string; readonly at: number },
): PasskeyRow {
  const { credentialId, publicKey, alg, aaguid, counter, backupEligible, backedUp, userVerified } = registered;
  return {
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
    // A silent registration asks nothing: the passkey proves something after its first real use.
    uv_seen: userVerified && madeBy !== 'upgrade' ? 1 : 0,
    // A security key or a phone that was scanned is elsewhere, and nothing is known of it.
    name: name || makerOf(aaguid) || (transports.includes('internal') ? madeOn.slice(0, limits.passkeyNameMax) : ''),
    made_by: madeBy,
    created_at: at,
    last_used_at: null,
    last_place: '',
    suspect_at: null,
  };
}

interface Origin extends Pick<NewPasskey, 'machine'> {
  readonly backupEligible: boolean;
  readonly transports: readonly string[];
}

/** Carriers that a thief takes with it. A synced one is on the phone in any case, one that is bound lies where it was made. */
function carriersOf({ backupEligible, transports, machine }: Origin): readonly Carrier[] {
  if (backupEligible) return machine === 'phone' ? ['phone'] : ['phone', 'computer'];
  if (transports.includes('internal')) return [machine];
  return transports.includes('hybrid') ? ['phone'] : ['key'];
}

function tooMany(): Refusal {
  return new Refusal('tooMany', { reason: 'passkeys of the account', data: { max: limits.passkeysMax } });
}
