import type { CaptchaScene } from '#contract/endpoint.ts';
import { minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { sha256 } from '#server/platform/ids.ts';
import type { Log } from '#server/platform/log.ts';
import { isObject, parseObject } from '#server/platform/outbound/loose-json.ts';
import type { Redis } from '#server/platform/redis/redis.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Captcha } from './altcha.ts';
import { claimProof } from './claim-proof.ts';
import { CaptchaUnavailable, type CaptchaVerdict, type RemoteCaptcha, type WidgetAnswer } from './remote-captcha.ts';

/** How long a proof that was seen is remembered: no service takes one for longer. */
const rememberedMs = 30 * minute;

/** Longer than any widget's answer. */
const maxProofLength = 4096;

/**
 * The captcha with services of others beside our own. A proof of theirs is `validate` = base64 of JSON `{provider, answer}`; all else is for
 * our own, which is always there: for browsers that cannot load a widget, and for when a service is down. Nobody ever passes because
 * somebody does not answer.
 */
export function withRemoteCaptchas(
  own: Captcha,
  {
    remotes,
    db,
    redis,
    clock,
    log,
  }: {
    readonly remotes: readonly RemoteCaptcha[];
    readonly db: Db;
    readonly redis?: Redis | undefined;
    readonly clock: Clock;
    readonly log: Pick<Log, 'error'>;
  },
): Captcha {
  async function ask(remote: RemoteCaptcha, answer: WidgetAnswer, scene: CaptchaScene): Promise<CaptchaVerdict> {
    try {
      return await remote.verify(answer, scene);
    } catch (error) {
      if (!(error instanceof CaptchaUnavailable)) throw error;
      log.error({ err: error, provider: remote.provider }, 'a captcha service does not say');
      // The client shows our own instead.
      throw new Refusal('captchaFailed', { data: { fallback: 'altcha' }, reason: error.message });
    }
  }

  return {
    createChallenge: (scene) => own.createChallenge(scene),
    async verify(validate, scene) {
      const proof = parseProof(validate);
      if (proof === undefined) return own.verify(validate, scene);
      const remote = remotes.find(({ provider }) => provider === proof.provider);
      if (remote === undefined) throw new Refusal('captchaFailed', { reason: 'no such provider' });
      const verdict = await ask(remote, proof.answer, scene);
      if (verdict === 'risky') throw new Refusal('antiCheating');
      if (verdict === 'failed') throw new Refusal('captchaFailed', { reason: 'not solved' });
      // The services say that a proof is good once; that is not left to them.
      const [at, id] = [clock.now(), sha256(`${proof.provider}:${remote.nameOf(proof.answer)}`)];
      if (!(await claimProof({ db, redis }, { id, at, expiresAt: at + rememberedMs }))) {
        throw new Refusal('captchaFailed', { reason: 'already spent' });
      }
    },
  };
}

function parseProof(validate: string | undefined): { readonly provider: string; readonly answer: WidgetAnswer } | undefined {
  if (!validate || validate.length > maxProofLength) return undefined;
  const { provider, answer } = parseObject(Buffer.from(validate, 'base64').toString('utf8')) ?? {};
  if (typeof provider !== 'string' || !isObject(answer)) return undefined;
  const texts = Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { provider, answer: Object.fromEntries(texts) };
}
