import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { passkeyAlgorithms, type PasskeyAssertion, type PasskeyRegistration } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { FairTurns } from '#server/platform/crypto/fair-turns.ts';
import type { Source } from '#server/platform/crypto/fair-queue.ts';
import { readNewKey } from './new-key.ts';
import type { RelyingParty } from './relying-party.ts';

/** Statement of a right signature. */
export interface Signed {
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly userVerified: boolean;
}

/** A new key. */
export interface Registered extends Signed {
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly alg: number;
  readonly aaguid: string;
}

export interface Asked<Credential> {
  readonly credential: Credential;
  readonly challenge: string;
  readonly source: Source;
}

/** The cryptography of passkeys. What it costs is shared fairly (ADR 42). */
export interface Verification {
  /** Undefined for anything but a right signature by this key. Without a key the same work is done for nothing. */
  assertion(asked: Asked<PasskeyAssertion>, publicKey: string | undefined): Promise<Signed | undefined>;
  /** Undefined for anything but a well-formed new key. `isSilent`: made without a dialog, so nobody was asked. */
  registration(asked: Asked<PasskeyRegistration>, isSilent: boolean): Promise<Registered | undefined>;
  /** Loads the library and does its work once: the first use takes ten times as long as the others. */
  warmUp(): Promise<void>;
}

/** A check takes a millisecond, and most of it in threads. */
const turns = {
  running: 4,
  waiting: 256,
  reasons: {
    full: 'too many passkeys to check',
    gaveWay: 'others have fewer passkeys to check',
    late: 'a passkey was not checked in time',
  },
} as const;

// Loaded on demand, after the start: it is large, and some installations never need it.
const library = () => import('@simplewebauthn/server');

export function createVerification({ rpId, origins }: Pick<RelyingParty, 'rpId' | 'origins'>): Verification {
  const line = new FairTurns(turns);
  let decoy: Promise<Uint8Array<ArrayBuffer>> | undefined;

  return {
    assertion: ({ credential, challenge, source }, publicKey) =>
      line.run(source, async () => {
        const { verifyAuthenticationResponse } = await library();
        const key = publicKey === undefined ? await (decoy ??= newDecoy()) : new Uint8Array(Buffer.from(publicKey, 'base64url'));
        const { id, rawId, type, response } = credential;
        const { clientDataJSON, authenticatorData, signature } = response;
        try {
          const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
            response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
            expectedChallenge: challenge,
            expectedOrigin: [...origins],
            expectedRPID: rpId,
            // The counter is compared with the stored one afterwards, where its return is noted.
            credential: { id: credential.id, publicKey: key, counter: 0 },
            requireUserVerification: true,
          });
          if (!verified || publicKey === undefined) return undefined;
          return {
            counter: info.newCounter,
            backupEligible: info.credentialDeviceType === 'multiDevice',
            backedUp: info.credentialBackedUp,
            userVerified: info.userVerified,
          };
        } catch {
          // The library throws for every mistake in what strangers send.
          return undefined;
        }
      }),

    registration: ({ credential, challenge, source }, isSilent) =>
      line.run(source, async () => {
        const { verifyRegistrationResponse } = await library();
        const { id, rawId, type, response } = credential;
        const { clientDataJSON, attestationObject } = response;
        try {
          const alg = await readNewKey(attestationObject);
          if (alg === undefined) return undefined;
          const { verified, registrationInfo: info } = await verifyRegistrationResponse({
            response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
            expectedChallenge: challenge,
            expectedOrigin: [...origins],
            expectedRPID: rpId,
            requireUserPresence: !isSilent,
            requireUserVerification: !isSilent,
            supportedAlgorithmIDs: [...passkeyAlgorithms],
          });
          if (!verified || info.credential.id !== id) return undefined;
          return {
            credentialId: info.credential.id,
            publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
            alg,
            aaguid: info.aaguid,
            counter: info.credential.counter,
            backupEligible: info.credentialDeviceType === 'multiDevice',
            backedUp: info.credentialBackedUp,
            userVerified: info.userVerified,
          };
        } catch {
          return undefined;
        }
      }),

    async warmUp() {
      const said = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: '', origin: origins[0] })).toString('base64url');
      const response = { clientDataJSON: said, authenticatorData: emptyAuthenticatorData(), signature: 'AA' };
      const credential = { id: 'AA', rawId: 'AA', type: 'public-key', response } as const;
      await this.assertion({ credential, challenge: '', source: { kind: 'account', ids: ['start'] } }, undefined);
    },
  };
}

/** A key that nobody has, as COSE: a passkey that we do not know costs as much as one that we know. */
async function newDecoy(): Promise<Uint8Array<ArrayBuffer>> {
  const { publicKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  return new Uint8Array(Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]));
}

/** Data of a person who was there and verified, for no site. */
function emptyAuthenticatorData(): string {
  const data = Buffer.alloc(37);
  data[32] = 0b101;
  return data.toString('base64url');
}
