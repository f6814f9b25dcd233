import type { SocialSettings } from '#server/platform/settings/social.ts';
import type { SocialClients } from './social.ts';

/** The platforms that are configured; of the others nothing is loaded. */
export async function openSocial({ wechat, weibo, qq }: SocialSettings): Promise<SocialClients> {
  return {
    ...(wechat ? { wechat: (await import('./wechat.ts')).createWechat(wechat) } : {}),
    ...(weibo ? { weibo: (await import('./weibo.ts')).createWeibo(weibo) } : {}),
    ...(qq ? { qq: (await import('./qq.ts')).createQq(qq) } : {}),
  };
}
