import type { Site } from './setting.ts';

/** Services of others: their own address, and the place of their stand-in below SIMULATORS_URL. */
const services = {
  wechatPages: ['https://open.weixin.qq.com', '/wechat'],
  wechat: ['https://api.weixin.qq.com', '/wechat'],
  qq: ['https://graph.qq.com', '/qq'],
  weibo: ['https://api.weibo.com', '/weibo'],
  aliyun: ['https://dysmsapi.aliyuncs.com', '/aliyun'],
  tencent: ['https://sms.tencentcloudapi.com', '/tencent'],
  twilio: ['https://api.twilio.com', '/twilio'],
  yidun: ['https://c.dun.163.com', '/yidun'],
  yidunScript: ['https://cstaticdun.126.net/load.min.js', '/yidun/load.min.js'],
  yidunAntiCheat: ['https://ac.dun.163.com', '/yidun'],
  yidunAntiCheatScript: ['https://acstatic-dun.126.net/tool.min.js', '/yidun/tool.min.js'],
  geetest: ['https://gcaptcha4.geetest.com', '/geetest'],
  geetestScript: ['https://static.geetest.com/v4/gt4.js', '/geetest/v4/gt4.js'],
  turnstile: ['https://challenges.cloudflare.com', '/turnstile'],
  turnstileScript: ['https://challenges.cloudflare.com/turnstile/v0/api.js', '/turnstile/turnstile/v0/api.js'],
} as const satisfies Readonly<Record<string, readonly [own: string, simulated: string]>>;

/** The address that the service itself has. */
export function ownAddress(name: keyof typeof services): string {
  return services[name][0];
}

/** The address of a service for this site, without a trailing slash. */
export function serviceAddress(name: keyof typeof services, { simulatorsUrl }: Pick<Site, 'simulatorsUrl'>): string {
  return simulatorsUrl === undefined ? ownAddress(name) : `${simulatorsUrl}${services[name][1]}`;
}
