import { second } from '#server/platform/clock.ts';
import type { PlatformSettings } from '#server/platform/social/open-social.ts';
import type { SocialApp } from '#server/platform/social/social.ts';
import type { WechatFollowSettings } from '#server/platform/social/wechat-follow.ts';
import { text } from './parsers.ts';
import { serviceAddress } from './services.ts';
import { ConfigError, reader, type Settings, type Site, type Source } from './setting.ts';

export interface SocialSettings extends PlatformSettings {
  readonly wechatFollow?: WechatFollowSettings;
}

export const socialSettings = {
  WECHAT_APP_ID: {
    parser: text,
    meaning: 'The website application at the WeChat Open Platform; its callback domain is the host of PUBLIC_URL.',
  },
  WECHAT_APP_SECRET: { parser: text, meaning: 'The secret of WECHAT_APP_ID.' },
  WECHAT_SERVICE_APP_ID: {
    parser: text,
    meaning:
      'The service account that signs in inside WeChat; bind it to the same Open Platform account, so that a person is recognized in both.',
  },
  WECHAT_SERVICE_APP_SECRET: { parser: text, meaning: 'The secret of WECHAT_SERVICE_APP_ID.' },
  WECHAT_PUSH_TOKEN: {
    parser: text,
    meaning:
      'The token in the server configuration of WECHAT_SERVICE_APP_ID at WeChat; the address to enter there is PUBLIC_URL/events/wechat. With it the page after a registration shows a WeChat QR code.',
  },
  QQ_APP_ID: { parser: text, meaning: 'The application at QQ Connect (APP ID).' },
  QQ_APP_KEY: { parser: text, meaning: 'The secret of QQ_APP_ID (APP Key).' },
  WEIBO_APP_ID: {
    parser: text,
    meaning: 'The application at Weibo (App Key). Its cancel-authorization callback is PUBLIC_URL/events/weibo.',
  },
  WEIBO_APP_SECRET: { parser: text, meaning: 'The secret of WEIBO_APP_ID.' },
} as const satisfies Settings;

/** For all requests that identify a person: somebody waits for the answer. */
const timeoutMs = 5 * second;

export interface SocialConfig {
  /** The platforms for signing in. */
  readonly social: SocialSettings;
}

export function readSocial(source: Source, site: Site): SocialConfig {
  const read = reader(socialSettings, source, site);
  const website = appOf({ WECHAT_APP_ID: read('WECHAT_APP_ID'), WECHAT_APP_SECRET: read('WECHAT_APP_SECRET') });
  const service = appOf({
    WECHAT_SERVICE_APP_ID: read('WECHAT_SERVICE_APP_ID'),
    WECHAT_SERVICE_APP_SECRET: read('WECHAT_SERVICE_APP_SECRET'),
  });
  const qq = appOf({ QQ_APP_ID: read('QQ_APP_ID'), QQ_APP_KEY: read('QQ_APP_KEY') });
  const weibo = appOf({ WEIBO_APP_ID: read('WEIBO_APP_ID'), WEIBO_APP_SECRET: read('WEIBO_APP_SECRET') });
  const apiUrl = serviceAddress('wechat', site);
  const pushToken = read('WECHAT_PUSH_TOKEN');
  if (pushToken !== undefined && service === undefined) {
    throw new ConfigError('WECHAT_PUSH_TOKEN', 'must be set together with WECHAT_SERVICE_APP_ID.');
  }
  return {
    social: {
      ...(service && pushToken !== undefined ? { wechatFollow: { service, pushToken, apiUrl } } : {}),
      wechat: website || service ? { website, service, openUrl: serviceAddress('wechatPages', site), apiUrl, timeoutMs } : undefined,
      weibo: weibo && { app: weibo, url: serviceAddress('weibo', site), timeoutMs },
      qq: qq && { app: qq, url: serviceAddress('qq', site), timeoutMs },
    },
  };
}

/** Our application at a platform, from the settings of its identifier and its secret: both or neither. */
function appOf(parts: Readonly<Record<string, string | undefined>>): SocialApp | undefined {
  const [[idName, id] = ['', undefined], [secretName, secret] = ['', undefined]] = Object.entries(parts);
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined) throw new ConfigError(idName, `must be set together with ${secretName}.`);
  if (secret === undefined) throw new ConfigError(secretName, `must be set together with ${idName}.`);
  return { id, secret };
}
