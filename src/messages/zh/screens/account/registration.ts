import type { register as english } from '#messages/en/screens/account/registration.ts';

/** Registration. */
export const register = {
  'rg.h': '注册{brand}',
  'rg.upgrade': '立即升级',
  'rg.tab.phone': '手机号',
  'rg.tab.email': '邮箱',
  'rg.change': '更改',
  'rg.changeRegion': '更改国家/地区',
  'rg.btn': '注册',
  'rg.have': '已有账号？',
  'rg.numbers': '仅支持中国大陆手机号（+86）接收验证码，其他号码请使用邮箱注册。',
  'qr.reg': '用手机注册',
  'rg.suffix': '邮箱后缀建议',
  'follow.h': '关注我们，获取最新动态',
  'follow.body': '使用微信扫描二维码，关注官方公众号。',
  'follow.phone': '长按识别二维码，或截图后用微信扫一扫，关注官方公众号。',
  'follow.skip': '跳过',
} as const satisfies Record<keyof typeof english, string>;
