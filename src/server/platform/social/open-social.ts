import type { SocialSettings } from '#server/platform/config.ts';
import { createQq } from './qq.ts';
import type { SocialClients } from './social.ts';
import { createWechat } from './wechat.ts';
import { createWeibo } from './weibo.ts';

/** The platforms that are configured. */
export function openSocial({ wechat, weibo, qq }: SocialSettings): SocialClients {
  return {
    ...(wechat ? { wechat: createWechat(wechat) } : {}),
    ...(weibo ? { weibo: createWeibo(weibo) } : {}),
    ...(qq ? { qq: createQq(qq) } : {}),
  };
}
