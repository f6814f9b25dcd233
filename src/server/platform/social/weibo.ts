import { serverLanguageFacts } from '#contract/vocabulary/languages.ts';
import type { IncomingAnswer } from '#server/platform/outbound/call-out.ts';
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

export interface WeiboSettings {
  readonly app: SocialApp;
  readonly url: string;
  /** Milliseconds for all requests about one person. */
  readonly timeoutMs: number;
}

const failures: Readonly<Record<number, SocialFailure>> = {
  10023: 'unavailable',
  20003: 'person',
  21322: 'configuration',
  21323: 'configuration',
  21324: 'configuration',
  21325: 'code',
  21326: 'configuration',
  21327: 'code',
  21328: 'configuration',
  21329: 'configuration',
  21330: 'code',
  21331: 'unavailable',
};

/** The token is used up, expired, revoked or refused, or the person has removed the application. */
const ended: ReadonlySet<string> = new Set(['21314', '21315', '21316', '21317', '21319', '21327']);

/**
 * Weibo. The token request must be a POST, the redirect URL must match the registered one exactly, and errors are HTTP
 * 400 with JSON.
 */
export function createWeibo({ app, url, timeoutMs }: WeiboSettings): SocialClient {
  function read({ status, bytes }: { readonly status: number; readonly bytes: Buffer }): LooseObject {
    const answer = readForeign(bytes);
    const error = numberOf(answer, 'error_code') ?? 0;
    if (error !== 0) throw new SocialError(failures[error] ?? 'unavailable', String(error));
    if (status !== 200 || answer === undefined) throw new SocialError('unavailable', `http ${status}`);
    return answer;
  }

  function post(path: string, fields: Readonly<Record<string, string>>, limitMs = timeoutMs): Promise<IncomingAnswer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return askPlatform(urlOf(url, path, {}), { method: 'POST', headers, body, timeoutMs: limitMs });
  }

  return {
    authorize({ state, redirectUri, language, userAgent }) {
      const { weibo } = serverLanguageFacts[language];
      const parameters = {
        client_id: app.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        state,
        display: /Mobi|Android|iPhone/i.test(userAgent) ? 'mobile' : 'default',
        ...(weibo === undefined ? {} : { language: weibo }),
      };
      return { url: urlOf(url, '/oauth2/authorize', parameters).href, app: app.id };
    },

    async exchange({ code, redirectUri, app: id }) {
      const { secret } = appOf([app], id);
      const timeLeft = shareTime(timeoutMs);
      const grant = { client_id: app.id, client_secret: secret, grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const token = read(await post('/oauth2/access_token', grant, timeLeft()));
      const accessToken = textOf(token, 'access_token');
      const uid = idOf(token, 'uid');
      if (accessToken === undefined || uid === undefined) throw new SocialError('unavailable', 'token');
      const whom = urlOf(url, '/2/users/show.json', { access_token: accessToken, uid });
      const told = await askProfile(async () => read(await askPlatform(whom, { timeoutMs: timeLeft() })));
      const person = told && (textOf(told, 'idstr') ?? textOf(told, 'id')) === uid ? told : undefined;
      return {
        platform: 'weibo',
        app: app.id,
        subject: uid,
        unionId: undefined,
        profile: person && profileIn(person, { name: 'screen_name', avatars: ['avatar_large', 'profile_image_url'] }),
        // Lives for a time set by the application's rank at Weibo, from a day to years; web applications cannot renew
        // it.
        grant: { token: accessToken, lifeMs: (numberOf(token, 'expires_in') ?? 0) * 1000 },
      };
    },

    async isWithdrawn(token, subject) {
      try {
        const info = read(await post('/oauth2/get_token_info', { access_token: token }));
        // Another person's token would prove nothing about this one.
        if (textOf(info, 'uid') !== subject || textOf(info, 'appkey') !== app.id) throw new SocialError('unavailable', 'uid');
        return false;
      } catch (error) {
        if (error instanceof SocialError && ended.has(error.providerCode)) return true;
        throw error;
      }
    },

    isAvatarHost: (hostname) => isWithin(hostname, ['sinaimg.cn', new URL(url).hostname]),
  };
}
