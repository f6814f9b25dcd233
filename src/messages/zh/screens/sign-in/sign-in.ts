import type { signIn as english } from '#messages/en/screens/sign-in/sign-in.ts';

/** Sign-in. */
export const signIn = {
  'si.h': '登录{brand}',
  'si.sub': '一个账号，连接系统、应用与社区',
  'si.tab.pwd': '密码登录',
  'si.tab.code': '验证码登录',
  'si.forgot': '忘记密码',
  'pw.try': '您也可以使用验证码或通行密钥登录',
  'si.btn': '登录',
  'si.or': '其他方式',
  'si.new': '还没有{brand}？',
  'si.create': '立即注册',
  'si.risk': '账号有风险？',
  'si.with': '使用{platform}登录',
  'si.wait': '请在{time}后重试',
  'si.second': '此账号已长期未使用。为保障账号安全，还需输入发送至 {target} 的 {digits} 位验证码。',
  'si.for': '登录后将前往“{app}”',
  'oi.more': '“{app}”要求更安全的登录方式',
  'oi.as': '当前账号为{name}（{contact}），请重新登录以继续。',
  'si.back': '返回“{app}”',
  'si.kept': '您的账号已保留，请登录。',
} as const satisfies Record<keyof typeof english, string>;
