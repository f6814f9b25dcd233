import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaOffer } from '#contract/account/reference/reference.schemas.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { regionOfCountry, type Region } from '#contract/vocabulary/regions.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { sha256 } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { isObject, parseObject } from '#server/platform/outbound/loose-json.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { captchaRefusal, type OwnCaptcha } from './altcha.ts';
import { CaptchaUnavailable, type CaptchaVerdict, type RemoteCaptcha, type WidgetAnswer } from './remote-captcha.ts';
import { watchService, type ServiceHealth } from './service-health.ts';

/** The visitor who has to solve a captcha. A `Call` is one. */
export interface CaptchaVisitor {
  readonly clientIp: string;
  /** ISO 3166 alpha-2, or empty. */
  readonly country: string;
}

/** The visitor's request for a challenge. */
export interface ChallengeWish {
  /** The service whose widget failed in the browser. */
  readonly failed?: CaptchaProvider | undefined;
  /** The work that a refusal demanded. */
  readonly work?: CaptchaWork;
}

/** The demand for one proof. */
export interface CaptchaDemand {
  /** Multiple of the usual work; 1 asks for the usual captcha. */
  readonly work: CaptchaWork;
}

/** The captcha of a scene for a visitor: our own, or the service of their region. */
export interface Captcha {
  /**
   * The captcha for `GET /captcha/challenge?scene=`.
   * @throws {Refusal} tooFrequent after too many reports of failed widgets
   */
  createChallenge(scene: CaptchaScene, visitor: CaptchaVisitor, wish?: ChallengeWish): Promise<CaptchaOffer>;
  /**
   * Accepts the proof `validate`: base64 of JSON `{provider, answer}` for a service, `{challenge, solution}` for our
   * own. Spends it regardless of the action's outcome. Extra work is a harder puzzle of ours, in addition to a
   * service's captcha (`{provider, answer, more: {challenge, solution}}`), never instead (ADR 42). Returns the work
   * done, which may exceed the demand.
   * @throws {Refusal} captchaFailed when missing, wrong, of another scene or captcha, or spent; with `data.work`,
   * unspent, when more work is needed; with `data.fallback` when the service does not answer. antiCheating when the
   * service reports fraud
   */
  verify(
    validate: string | undefined,
    scene: CaptchaScene,
    visitor: Pick<CaptchaVisitor, 'country'>,
    demand?: CaptchaDemand,
  ): Promise<CaptchaWork>;
}

export interface CaptchasDeps {
  readonly own: OwnCaptcha;
  /** The service of each region; undefined where our own is used. */
  readonly remotes: Readonly<Record<Region, RemoteCaptcha | undefined>>;
  readonly db: Db;
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
 * Scenes whose pages change passwords or delete accounts: they load no third-party script (ADR 11), so they keep our
 * own captcha. All but `reset` need a session, and `reset` sends only to existing accounts.
 */
const ownScenes: ReadonlySet<CaptchaScene> = new Set<CaptchaScene>(['reset', 'verify', 'bind', 'delete']);

/** Reports of a failed widget per hour, for one client IP and for all. The reporter gets our own captcha instead. */
const reportsPerNetwork = 10;
const reportsInAll = 300;

/** How long a seen proof is remembered: no service accepts one for longer. */
const rememberedMs = 30 * minute;

/** Longer than any widget's answer. */
const maxProofLength = 4096;

export function createCaptchas({ own, remotes, db, limiter, clock, log, rateFactor }: CaptchasDeps): Captcha {
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
      // The client then requests our own captcha.
      throw captchaRefusal(error.message, { fallback: 'altcha' });
    }
  }

  async function spend(remote: RemoteCaptcha, answer: WidgetAnswer): Promise<void> {
    // The services promise single use, but this server does not rely on it.
    const [at, id] = [clock.now(), sha256(`${remote.provider}:${remote.nameOf(answer)}`)];
    if (!(await claimOnce(db, { kind: 'captcha', id, at, expiresAt: at + rememberedMs }))) {
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
      // Before the request to the service: when only the work is missing, its answer stays valid.
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
  /** The proof of the additional puzzle, in the format of our own captcha. */
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
