import { idOf, numberOf, readForeign, textOf, type LooseObject } from '#server/platform/outbound/loose-json.ts';
import {
  urlOf,
  appOf,
  askPlatform,
  askProfile,
  isWithin,
  profileIn,
  shareTime,
  SocialError,
  type SocialApp,
  type SocialClient,
  type SocialFailure,
} from './social.ts';

export interface QqSettings {
  readonly app: SocialApp;
  readonly url: string;
  /** Milliseconds for all requests about one person. */
  readonly timeoutMs: number;
}

const failures: Readonly<Record<number, SocialFailure>> = {
  100000: 'configuration',
  100001: 'configuration',
  100002: 'configuration',
  100004: 'configuration',
  100005: 'code',
  100008: 'configuration',
  100009: 'configuration',
  100010: 'configuration',
  100011: 'configuration',
  100019: 'code',
  100020: 'code',
  100030: 'configuration',
  100031: 'configuration',
};

/** `companyid not set`: our app has no permission for unionid. */
const noUnionId = 100048;

/**
 * QQ Connect. Every request asks for `fmt=json`, but an answer may still be form text or JSONP, and numbers may be
 * texts.
 */
export function createQq({ app, url, timeoutMs }: QqSettings): SocialClient {
  async function get(path: string, parameters: Readonly<Record<string, string>>, limitMs: number): Promise<LooseObject> {
    const { status, bytes } = await askPlatform(urlOf(url, path, parameters), { timeoutMs: limitMs });
    const answer = readForeign(bytes);
    if (answer === undefined) throw new SocialError('unavailable', `http ${status}`);
    // Older answers have `code` and `msg`; the profile has `ret`.
    const error = numberOf(answer, 'error') ?? numberOf(answer, 'code') ?? numberOf(answer, 'ret') ?? 0;
    if (error !== 0) throw new SocialError(failures[error] ?? 'unavailable', String(error));
    if (status !== 200) throw new SocialError('unavailable', `http ${status}`);
    return answer;
  }

  /**
   * The identity behind the token. Without the permission for unionid QQ refuses the whole request: it is then repeated
   * without it.
   */
  async function me(accessToken: string, timeLeft: () => number): Promise<LooseObject> {
    const question = { access_token: accessToken, fmt: 'json' };
    try {
      return await get('/oauth2.0/me', { ...question, unionid: '1' }, timeLeft());
    } catch (error) {
      if (error instanceof SocialError && error.providerCode === String(noUnionId)) return get('/oauth2.0/me', question, timeLeft());
      throw error;
    }
  }

  return {
    authorize({ state, redirectUri, userAgent }) {
      const parameters = {
        response_type: 'code',
        client_id: app.id,
        redirect_uri: redirectUri,
        state,
        scope: 'get_user_info',
        ...(/Mobi|Android|iPhone/i.test(userAgent) ? { display: 'mobile' } : {}),
      };
      return { url: urlOf(url, '/oauth2.0/authorize', parameters).href, app: app.id };
    },

    async exchange({ code, redirectUri, app: id }) {
      const { secret } = appOf([app], id);
      const timeLeft = shareTime(timeoutMs);
      const grant = { grant_type: 'authorization_code', client_id: app.id, client_secret: secret, code, redirect_uri: redirectUri };
      const token = await get('/oauth2.0/token', { ...grant, fmt: 'json', need_openid: '1' }, timeLeft());
      const accessToken = textOf(token, 'access_token');
      if (accessToken === undefined) throw new SocialError('unavailable', 'token');
      const identity = await me(accessToken, timeLeft);
      const subject = idOf(identity, 'openid');
      const told = textOf(token, 'openid');
      // The token must belong to our app and to this person.
      const isOurs = textOf(identity, 'client_id') === app.id && (told === undefined || told === subject);
      if (subject === undefined || !isOurs) throw new SocialError('unavailable', 'openid');
      const whom = { access_token: accessToken, oauth_consumer_key: app.id, openid: subject };
      const person = await askProfile(() => get('/user/get_user_info', whom, timeLeft()));
      return {
        platform: 'qq',
        app: app.id,
        subject,
        unionId: idOf(identity, 'unionid'),
        // The 100-pixel picture may be missing; the 40-pixel one always exists. Gender and place are invented and never
        // used.
        profile: person && profileIn(person, { name: 'nickname', avatars: ['figureurl_qq_2', 'figureurl_qq_1'] }),
      };
    },

    isAvatarHost: (hostname) => isWithin(hostname, ['qlogo.cn', new URL(url).hostname]),
  };
}
