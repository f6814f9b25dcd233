import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaRefusalData } from '#contract/schemas/reference.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { isCaptchaWork, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Redis } from '#server/platform/redis/redis.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { claimProof } from './claim-proof.ts';

/** What a puzzle is for, and how much of it is asked. */
export interface PuzzleDemand {
  /** The service of others whose place it takes: then it is harder, and says so. */
  readonly standsInFor?: CaptchaProvider | undefined;
  /** How many times the usual work; 1 where nothing is said. */
  readonly work?: CaptchaWork;
}

/** The captcha of our own: an ALTCHA proof of work, bound to a scene, good once. */
export interface OwnCaptcha {
  /** A challenge; solved by altcha-lib in the browser. */
  createChallenge(scene: CaptchaScene, demand?: PuzzleDemand): Promise<Challenge>;
  /**
   * Takes the proof `validate`: base64 of JSON {challenge, solution}. It is spent here, whatever becomes of the action. Returns the work
   * that was done, which may be more than was demanded.
   * @throws {Refusal} captchaFailed when it is missing, malformed, forged, of another scene, expired or already spent, or stands in for
   * another service, or for one where it should be for none; with `data.work` where more than the usual work is demanded. A proof of less
   * is refused unspent.
   */
  verify(validate: string | undefined, scene: CaptchaScene, demand?: PuzzleDemand): Promise<CaptchaWork>;
}

export interface CaptchaOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Where spent proofs are remembered while it answers, else the database. */
  readonly redis?: Redis | undefined;
  /** How hard a challenge is; the default suits people, tests take less. */
  readonly difficulty?: CaptchaDifficulty;
}

/** A solver runs PBKDF2-SHA-256 with `cost` rounds for each counter from 0 to a secret one between `from` and `to`. */
export interface CaptchaDifficulty {
  readonly cost: number;
  readonly from: number;
  readonly to: number;
}

/** Two million rounds in the middle: about a second on a slow phone with four workers, a tenth of it on a desktop. */
export const defaultDifficulty: CaptchaDifficulty = { cost: 2000, from: 500, to: 1500 };

/** So many times the work of an ordinary challenge, where it stands in for a service of others. */
export const standInFactor = 2;

/** Long enough to fill in a form after solving, short enough that a stock of proofs is worth nothing. */
export const challengeLifeMs = 5 * minute;

/** A real proof has about 1,000 characters; anything longer is not parsed. */
const maxProofLength = 4096;

export function createCaptcha({ db, keyring, clock, redis, difficulty = defaultDifficulty }: CaptchaOptions): OwnCaptcha {
  const secrets = keyring.generationsOf('captcha-challenge').map(secretsOf);
  return {
    createChallenge(scene, { standsInFor, work = 1 } = {}) {
      const factor = work * (standsInFor === undefined ? 1 : standInFactor);
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: difficulty.cost,
        // More work is more keys for the solver; here it is one key, however many are tried.
        counter: randomInt(difficulty.from * factor, difficulty.to * factor + 1),
        deriveKey,
        // The end stands in the signed data and not in `expiresAt`, which the library compares with the system's clock.
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
      if (!(await claimProof({ db, redis }, { id, at, expiresAt: until }))) throw refused('already spent');
      return workOf(challenge);
    },
  };
}

/** Refusal 3008, with what the client can do about it. */
export function captchaRefusal(reason: string, data?: CaptchaRefusalData): Refusal {
  return new Refusal('captchaFailed', { reason, ...(data === undefined ? {} : { data: { ...data } }) });
}

/** What a challenge says of itself, signed. One of a server before this knows of no more than the usual work. */
function workOf({ parameters: { data } }: Payload['challenge']): CaptchaWork {
  const work = data?.['work'];
  return isCaptchaWork(work) ? work : 1;
}

/** What challenges of a root key are signed with. */
function secretsOf(generation: Pick<Keyring, 'key'>) {
  return {
    hmacSignatureSecret: generation.key('captcha-challenge').toString('base64url'),
    hmacKeySignatureSecret: generation.key('captcha-solution').toString('base64url'),
  };
}

/** Whether the challenge is of one of our root keys, and solved. */
async function isSolved(proof: Payload, secrets: readonly ReturnType<typeof secretsOf>[]): Promise<boolean> {
  for (const secret of secrets) if ((await verifySolution({ ...proof, deriveKey, ...secret })).verified) return true;
  return false;
}

/** The proof, or undefined for anything that is not one: only what the library needs, each part of the type it expects. */
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
