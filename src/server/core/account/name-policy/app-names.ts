import { createNamePolicy } from './name-policy.ts';

/**
 * Words that only the operator, a platform or an authority may carry in a name that people read as a sender: platforms,
 * then words of office. A Latin one is a whole word, or with * a part of any.
 */
const words = `[sensitive]
*wechat
*weixin
*tencent
*alipay
*taobao
*weibo
*tiktok
*douyin
*google
*microsoft
*facebook
*whatsapp
*github
*huawei
*xiaomi
apple
icloud
qq
微信
腾讯
騰訊
支付宝
支付寶
淘宝
微博
抖音
苹果
华为
小米
official
verified
security
support
account center
官方
系统
系統
安全中心
账号中心
帐号中心
账户中心
客服`;

/** The endings under which a brand is written: 雪松账号, 雪松帐号, 雪松账户, Cedar ID. */
const endings = /\s*(?:账号|帐号|帳號|账户|帐户|帳戶|ID|Account|OS|系统)$/iu;

/** A short name of another app is refused only as a whole: it is a part of too many others. */
const longName = { latin: 6, other: 3 } as const;

export interface AppNames {
  /** Whether people would take an app of this name for the operator, a platform, an authority or another live app. */
  isTaken(name: string): boolean;
}

/** @param brand names of the product; `live` those of live apps of others */
export function createAppNames({ brand, live }: { readonly brand: readonly string[]; readonly live: readonly string[] }): AppNames {
  const stems = brand.map((name) => name.replace(endings, '')).filter((stem) => stem !== '');
  const policy = createNamePolicy({ lists: `${words}\n${stems.join('\n')}`, brand: live.filter(isLong) });
  const short = createNamePolicy({ lists: `[reserved]\n${live.filter((name) => !isLong(name)).join('\n')}`, brand: [] });
  return { isTaken: (name) => policy.isSensitive(name) || policy.isReserved(name) || short.isReserved(name) };
}

function isLong(name: string): boolean {
  const letters = Array.from(name).filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  return letters.length >= (letters.every((sign) => /[\p{Script=Latin}\p{N}]/u.test(sign)) ? longName.latin : longName.other);
}
