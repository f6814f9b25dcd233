import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaRefusalData } from '#contract/account/reference/reference.schemas.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { isCaptchaWork, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The purpose of a puzzle and its work. */
export interface PuzzleDemand {
  /** The remote service that it replaces: it is then harder, and names the service. */
  readonly standsInFor?: CaptchaProvider | undefined;
  /** Multiple of the usual work; 1 by default. */
  readonly work?: CaptchaWork;
}

/** Our own captcha: an ALTCHA proof of work for one scene, valid once. */
export interface OwnCaptcha {
  /** A challenge; solved by altcha-lib in the browser. */
  createChallenge(scene: CaptchaScene, demand?: PuzzleDemand): Promise<Challenge>;
  /**
   * Accepts the proof `validate`: base64 of JSON {challenge, solution}. Spends it regardless of the action's outcome.
   * Returns the work done, which may exceed the demand.
   * @throws {Refusal} captchaFailed when it is missing, malformed, forged, of another scene, expired, spent, or
   * replaces a service other than demanded; with `data.work` when more than the usual work is demanded: too little work
   * leaves the proof unspent
   */
  verify(validate: string | undefined, scene: CaptchaScene, demand?: PuzzleDemand): Promise<CaptchaWork>;
}

export interface CaptchaOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** The difficulty of a challenge; the default suits people, tests use less. */
  readonly difficulty?: CaptchaDifficulty;
}

/** A solver runs PBKDF2-SHA-256 with `cost` rounds for each counter from 0 to a secret one between `from` and `to`. */
export interface CaptchaDifficulty {
  readonly cost: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Two million rounds on average: about a second on a slow phone with four workers, a tenth of it on a desktop. Starts
 * at the first counter, because the range is public: a solver would skip the counters below `from`.
 */
export const defaultDifficulty: CaptchaDifficulty = { cost: 2000, from: 1, to: 2000 };

/** Multiple of an ordinary challenge's work when it replaces a remote service. */
export const standInFactor = 2;

/** Long enough to fill in a form after solving, short enough to make hoarded proofs worthless. */
export const challengeLifeMs = 5 * minute;

/** A real proof has about 1,000 characters; anything longer is not parsed. */
const maxProofLength = 4096;

export function createCaptcha({ db, keyring, clock, difficulty = defaultDifficulty }: CaptchaOptions): OwnCaptcha {
  const secrets = keyring.generationsOf('captcha-challenge').map(secretsOf);
  return {
    createChallenge(scene, { standsInFor, work = 1 } = {}) {
      const factor = work * (standsInFor === undefined ? 1 : standInFactor);
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: difficulty.cost,
        // More work means more keys for the solver, but always one key for the server.
        counter: randomInt(difficulty.from * factor, difficulty.to * factor + 1),
        deriveKey,
        // The expiry is in the signed data and not in `expiresAt`, which the library compares with the system's clock.
        data: { scene, until: clock.now() + challengeLifeMs, standsInFor: standsInFor ?? '', work, most: difficulty.to * factor + 1 },
        ...secretsOf(keyring),
      });
    },

    async verify(validate, scene, { standsInFor, work = 1 } = {}) {
      const refused = (reason: string) => captchaRefusal(reason, work === 1 ? undefined : { work });
      const proof = parseProof(validate);
      if (!proof) throw refused('no proof');
      const { challenge, solution } = proof;
      const at = clock.now();
      const data = challenge.parameters.data;
      const until = data?.['until'];
      if (data?.['standsInFor'] !== (standsInFor ?? '')) throw refused('not for this service');
      if (data?.['scene'] !== scene) throw refused('other scene');
      if (typeof until !== 'number' || until <= at) throw refused('expired');
      if (workOf(challenge) < work) throw refused('too little work');
      if (!(await isSolved({ challenge, solution }, secrets))) throw refused('not solved');
      const id = `${challenge.signature}`;
      if (!(await claimOnce(db, { kind: 'captcha', id, at, expiresAt: until }))) throw refused('already spent');
      return workOf(challenge);
    },
  };
}

/** Refusal 3008, with the remedy for the client. */
export function captchaRefusal(reason: string, data?: CaptchaRefusalData): Refusal {
  return new Refusal('captchaFailed', { reason, ...(data === undefined ? {} : { data: { ...data } }) });
}

/** The signed work of a challenge. Challenges of earlier servers have only the usual work. */
function workOf({ parameters: { data } }: Payload['challenge']): CaptchaWork {
  const work = data?.['work'];
  return isCaptchaWork(work) ? work : 1;
}

/** The secrets that sign challenges of a root key. */
function secretsOf(generation: Pick<Keyring, 'key'>) {
  return {
    hmacSignatureSecret: generation.key('captcha-challenge').toString('base64url'),
    hmacKeySignatureSecret: generation.key('captcha-solution').toString('base64url'),
  };
}

/** Whether the challenge is signed by one of our root keys, and solved. */
async function isSolved(proof: Payload, secrets: readonly ReturnType<typeof secretsOf>[]): Promise<boolean> {
  for (const secret of secrets) if ((await verifySolution({ ...proof, deriveKey, ...secret })).verified) return true;
  return false;
}

/** The proof, or undefined for other input: only the fields that the library needs, with their expected types. */
function parseProof(validate: string | undefined): Payload | undefined {
  if (!validate || validate.length > maxProofLength) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(validate, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
  return isPayload(parsed) ? parsed : undefined;
}

function isPayload(value: unknown): value is Payload {
  if (!isObject(value) || !isObject(value['challenge']) || !isObject(value['solution'])) return false;
  const { parameters, signature } = value['challenge'];
  return typeof signature === 'string' && isObject(parameters) && isObject(parameters['data']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
