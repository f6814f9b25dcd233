import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaOffer } from '#contract/schemas/reference.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { regionOfCountry, type Region } from '#contract/vocabulary/regions.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { sha256 } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import { isObject, parseObject } from '#server/platform/outbound/loose-json.ts';
import { networkTakes } from '#server/platform/rate-limit/network-takes.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import type { Redis } from '#server/platform/redis/redis.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { captchaRefusal, type OwnCaptcha } from './altcha.ts';
import { claimProof } from './claim-proof.ts';
import { CaptchaUnavailable, type CaptchaVerdict, type RemoteCaptcha, type WidgetAnswer } from './remote-captcha.ts';
import { watchService, type ServiceHealth } from './service-health.ts';

/** Who is asked to solve a captcha. A `Call` is one. */
export interface CaptchaVisitor {
  readonly clientIp: string;
  /** ISO 3166 alpha-2, or empty. */
  readonly country: string;
}

/** What the visitor says to a challenge that is asked for. */
export interface ChallengeWish {
  /** The service whose widget the browser could not use. */
  readonly failed?: CaptchaProvider | undefined;
  /** The work that a refusal demanded. */
  readonly work?: CaptchaWork;
}

/** How much is asked of one proof. */
export interface CaptchaDemand {
  /** How many times the usual work; 1 asks for the usual captcha. */
  readonly work: CaptchaWork;
}

/** The captcha that a scene wants of a visitor: our own, or that of the service that their region is given. */
export interface Captcha {
  /**
   * The captcha for `GET /captcha/challenge?scene=`.
   * @throws {Refusal} tooFrequent when too many widgets are said to fail
   */
  createChallenge(scene: CaptchaScene, visitor: CaptchaVisitor, wish?: ChallengeWish): Promise<CaptchaOffer>;
  /**
   * Takes the proof `validate`: base64 of JSON `{provider, answer}` for a service, `{challenge, solution}` for our own. It is spent here,
   * whatever becomes of the action. More work than usual is a harder puzzle of our own; where a service is given it is solved beside its
   * captcha (`{provider, answer, more: {challenge, solution}}`), never instead (ADR 42). Returns the work that was done, which may be more
   * than was demanded.
   * @throws {Refusal} captchaFailed when it is missing, wrong, of another scene, spent, or not of the captcha that this visitor is given;
   * with `data.work` when more work is needed, nothing being spent by that; with `data.fallback` when its service does not say.
   * antiCheating when the service takes the visitor for a fraud.
   */
  verify(
    validate: string | undefined,
    scene: CaptchaScene,
    visitor: Pick<CaptchaVisitor, 'country'>,
    demand?: CaptchaDemand,
  ): Promise<CaptchaWork>;
}

/** More than five: three services, and what stands in for them. */
export interface CaptchasDeps {
  readonly own: OwnCaptcha;
  /** The service of each region; undefined where our own is used. */
  readonly remotes: Readonly<Record<Region, RemoteCaptcha | undefined>>;
  readonly db: Db;
  /** Remembers spent proofs where it is there. */
  readonly redis?: Redis | undefined;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly rateFactor: number;
}

interface Service {
  readonly remote: RemoteCaptcha;
  readonly health: ServiceHealth;
}

/**
 * Scenes of which the pages change passwords or delete accounts: no script of others is loaded there (ADR 27), so they keep our own. All but
 * `reset` belong to people who are signed in, and `reset` sends to existing accounts alone.
 */
const ownScenes: ReadonlySet<CaptchaScene> = new Set<CaptchaScene>(['reset', 'verify', 'bind', 'delete']);

/** In an hour: how often a widget may be said to fail, from one address and from all. Whoever says so gets our own instead. */
const reportsPerNetwork = 10;
const reportsInAll = 300;

/** How long a proof that was seen is remembered: no service takes one for longer. */
const rememberedMs = 30 * minute;

/** Longer than any widget's answer. */
const maxProofLength = 4096;

export function createCaptchas({ own, remotes, db, redis, limiter, clock, log, rateFactor }: CaptchasDeps): Captcha {
  const services = new Map<string, Service>();
  for (const remote of Object.values(remotes)) {
    if (remote !== undefined) services.set(remote.provider, { remote, health: watchService(remote, { clock, log }) });
  }

  function serviceFor(scene: CaptchaScene, { country }: Pick<CaptchaVisitor, 'country'>): Service | undefined {
    const remote = ownScenes.has(scene) ? undefined : remotes[regionOfCountry(country)];
    return remote && services.get(remote.provider);
  }

  async function takeReport({ clientIp }: CaptchaVisitor): Promise<void> {
    const taken = await limiter.take([
      ...networkTakes(clientIp, { key: 'captcha-failed', limit: reportsPerNetwork * rateFactor, windowMs: hour }),
      { key: 'captcha-failed', limit: reportsInAll * rateFactor, windowMs: hour },
    ]);
    if (!taken.ok) throw new Refusal('tooFrequent', { retryAfter: taken.retryAfterSeconds, reason: 'too many widgets are said to fail' });
  }

  async function ask({ remote, health }: Service, answer: WidgetAnswer, scene: CaptchaScene): Promise<CaptchaVerdict> {
    try {
      return await remote.verify(answer, scene);
    } catch (error) {
      if (!(error instanceof CaptchaUnavailable)) throw error;
      log.error({ err: error, provider: remote.provider }, 'a captcha service does not say');
      health.suspect();
      // The client asks for our own instead.
      throw captchaRefusal(error.message, { fallback: 'altcha' });
    }
  }

  async function spend(remote: RemoteCaptcha, answer: WidgetAnswer): Promise<void> {
    // The services say that a proof is good once; that is not left to them.
    const [at, id] = [clock.now(), sha256(`${remote.provider}:${remote.nameOf(answer)}`)];
    if (!(await claimProof({ db, redis }, { id, at, expiresAt: at + rememberedMs }))) {
      throw captchaRefusal('already spent');
    }
  }

  return {
    async createChallenge(scene, visitor, { failed, work = 1 } = {}) {
      const service = serviceFor(scene, visitor);
      if (service === undefined) return own.createChallenge(scene, { work });
      const { remote, health } = service;
      if (await health.isUp()) {
        if (failed !== remote.provider) {
          return work === 1 ? { widget: remote.widget } : { widget: remote.widget, more: await own.createChallenge(scene, { work }) };
        }
        await takeReport(visitor);
      }
      return own.createChallenge(scene, { standsInFor: remote.provider, work });
    },

    async verify(validate, scene, visitor, { work } = { work: 1 }) {
      const proof = parseProof(validate);
      if (proof === undefined) return own.verify(validate, scene, { standsInFor: serviceFor(scene, visitor)?.remote.provider, work });
      const service = services.get(proof.provider);
      if (service === undefined) throw captchaRefusal('no such provider');
      // Before the service is asked: its answer is still good when only the work is missing.
      const done = work === 1 ? 1 : await own.verify(proof.more, scene, { work });
      const verdict = await ask(service, proof.answer, scene);
      if (verdict === 'risky') throw new Refusal('antiCheating');
      if (verdict === 'failed') throw captchaRefusal('not solved');
      await spend(service.remote, proof.answer);
      return done;
    },
  };
}

interface ServiceProof {
  readonly provider: string;
  readonly answer: WidgetAnswer;
  /** The proof of the puzzle beside it, as our own alone would be sent. */
  readonly more: string | undefined;
}

function parseProof(validate: string | undefined): ServiceProof | undefined {
  if (!validate || validate.length > maxProofLength) return undefined;
  const { provider, answer, more } = parseObject(Buffer.from(validate, 'base64').toString('utf8')) ?? {};
  if (typeof provider !== 'string' || !isObject(answer)) return undefined;
  const texts = Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    provider,
    answer: Object.fromEntries(texts),
    more: isObject(more) ? Buffer.from(JSON.stringify(more)).toString('base64') : undefined,
  };
}
