import { serverLanguageFacts } from '#contract/vocabulary/languages.ts';
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

export interface WechatSettings {
  /** Website application: the QR code. */
  readonly website: SocialApp | undefined;
  /** Service account: inside WeChat, where the QR code does not work. */
  readonly service: SocialApp | undefined;
  readonly openUrl: string;
  readonly apiUrl: string;
  /** Milliseconds for all requests about one person. */
  readonly timeoutMs: number;
}

/** Codes 40029, 40163, 42003 and 41008 concern the code, the others our settings; the API always answers 200. */
const failures: Readonly<Record<number, SocialFailure>> = {
  [-1]: 'unavailable',
  40001: 'configuration',
  40013: 'configuration',
  40125: 'configuration',
  40164: 'configuration',
  41002: 'configuration',
  41004: 'configuration',
  40029: 'code',
  40163: 'code',
  41008: 'code',
  42003: 'code',
  40003: 'unavailable',
  41001: 'unavailable',
  41009: 'unavailable',
  42001: 'unavailable',
  42007: 'code',
  45011: 'unavailable',
  50002: 'person',
};

/**
 * WeChat: QR code on websites, consent inside WeChat (Website App WeChat Login; Service Account web authorization).
 * Errors are HTTP 200 with `errcode`, JSON comes as text/plain, and `unionid` may be missing: social accounts are
 * identified by (app, openid), and unionid only joins the two apps.
 */
export function createWechat({ website, service, openUrl, apiUrl, timeoutMs }: WechatSettings): SocialClient {
  const apps = [website, service].filter((app) => app !== undefined);

  async function get(path: string, parameters: Readonly<Record<string, string>>, limitMs: number): Promise<LooseObject> {
    const { status, bytes } = await askPlatform(urlOf(apiUrl, path, parameters), { timeoutMs: limitMs });
    const answer = readForeign(bytes);
    const errcode = numberOf(answer, 'errcode') ?? 0;
    if (errcode !== 0) throw new SocialError(failures[errcode] ?? 'unavailable', String(errcode));
    if (status !== 200 || answer === undefined) throw new SocialError('unavailable', `http ${status}`);
    return answer;
  }

  return {
    authorize({ state, redirectUri, language, userAgent }) {
      const inside = /MicroMessenger/i.test(userAgent) ? service : undefined;
      const app = inside ?? website ?? service;
      if (app === undefined) throw new SocialError('configuration', 'app');
      const common = { appid: app.id, redirect_uri: redirectUri, response_type: 'code' };
      // WeChat compares the order of the parameters, and accepts neither URL without its fragment.
      const url =
        app === website
          ? urlOf(openUrl, '/connect/qrconnect', {
              ...common,
              scope: 'snsapi_login',
              state,
              lang: serverLanguageFacts[language].wechat,
            })
          : urlOf(openUrl, '/connect/oauth2/authorize', { ...common, scope: 'snsapi_userinfo', state, forcePopup: 'false' });
      return { url: `${url.href}#wechat_redirect`, app: app.id };
    },

    async exchange({ code, app: id }) {
      const app = appOf(apps, id);
      const timeLeft = shareTime(timeoutMs);
      const grant = { appid: app.id, secret: app.secret, code, grant_type: 'authorization_code' };
      const token = await get('/sns/oauth2/access_token', grant, timeLeft());
      const accessToken = textOf(token, 'access_token');
      const subject = idOf(token, 'openid');
      if (accessToken === undefined || subject === undefined) throw new SocialError('unavailable', 'token');
      // A page that WeChat shows as a snapshot has an invented person, a different one at each visit.
      if (numberOf(token, 'is_snapshotuser') === 1) throw new SocialError('person', 'snapshot');
      const whom = { access_token: accessToken, openid: subject, lang: 'zh_CN' };
      const told = await askProfile(() => get('/sns/userinfo', whom, timeLeft()));
      const person = told && textOf(told, 'openid') === subject ? told : undefined;
      return {
        platform: 'wechat',
        app: app.id,
        subject,
        unionId: idOf(token, 'unionid'),
        // Sex and region are invented since 2021: never used.
        profile: person && profileIn(person, { name: 'nickname', avatars: ['headimgurl'] }),
      };
    },

    isAvatarHost: (hostname) => isWithin(hostname, ['qlogo.cn', new URL(apiUrl).hostname]),
  };
}
