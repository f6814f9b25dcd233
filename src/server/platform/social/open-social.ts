import { type Platform, platforms } from '#contract/vocabulary/platforms.ts';
import type { QqSettings } from './qq.ts';
import type { SocialClient, SocialClients } from './social.ts';
import type { WechatSettings } from './wechat.ts';
import type { WeiboSettings } from './weibo.ts';

/** The client of each platform, loaded only if the platform is configured. */
const clients = {
  wechat: async (settings: WechatSettings) => (await import('./wechat.ts')).createWechat(settings),
  weibo: async (settings: WeiboSettings) => (await import('./weibo.ts')).createWeibo(settings),
  qq: async (settings: QqSettings) => (await import('./qq.ts')).createQq(settings),
} satisfies Readonly<Record<Platform, (settings: never) => Promise<SocialClient>>>;

type SettingsOf = { readonly [Each in Platform]: Parameters<(typeof clients)[Each]>[0] };

/** The settings of each platform's client; undefined if the platform is not configured. */
export type PlatformSettings = { readonly [Each in Platform]: SettingsOf[Each] | undefined };

/** The clients of the configured platforms. */
export async function openSocial(settings: PlatformSettings): Promise<SocialClients> {
  const opened = await Promise.all(platforms.map(async (platform) => [platform, await open(platform, settings[platform])] as const));
  return Object.fromEntries(opened.filter(([, client]) => client !== undefined));
}

async function open<Each extends Platform>(platform: Each, settings: SettingsOf[Each] | undefined): Promise<SocialClient | undefined> {
  const openers: { readonly [One in Platform]: (settings: SettingsOf[One]) => Promise<SocialClient> } = clients;
  return settings && openers[platform](settings);
}
