import type { signIn as english } from '#messages/en/screens/sign-in/sign-in.ts';

/** Sign-in. */
export const signIn = {
  'si.h': '登录{brand}',
  'si.byPassword': '密码登录',
  'si.byCode': '验证码登录',
  'si.forgot': '忘记密码',
  'pw.try': '您也可以使用验证码或通行密钥登录',
  'si.btn': '登录',
  'si.or': '其他方式',
  'si.new': '还没有账号？',
  'si.create': '注册',
  'si.with': '使用{platform}登录',
  'si.wait': '请在{time}后重试',
  'si.second': '此账号已长期未使用。',
  'si.for': '登录后将前往“{app}”',
  'oi.more': '“{app}”要求更安全的登录方式',
  'oi.as': '当前账号为{name}（{contact}），请重新登录以继续。',
  'si.back': '返回“{app}”',
  'si.frozen': '账号已冻结，登录后即可解冻。',
  'si.scan': '用手机扫码登录',
  'si.usePassword': '使用密码',
  'si.again': '返回登录',
  'si.kept': '您的账号已保留，请登录。',
} as const satisfies Record<keyof typeof english, string>;
