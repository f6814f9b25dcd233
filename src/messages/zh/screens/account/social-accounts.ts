import type { socialAccounts as english } from '#messages/en/screens/account/social-accounts.ts';

/** Social accounts: linking them, and coming back from a platform. */
export const socialAccounts = {
  'unbind.h': '解绑{platform}？',
  'unbind.b': '解绑后，您将无法使用{platform}登录此账号。',
  'unbind.last': '这是您唯一的登录方式，请先绑定手机号。',
  'bind.ok': '已绑定{platform}',
  'unbind.ok': '已解绑{platform}',
  'so.none.h': '暂无社交账号',
  'so.none.b': '暂不支持使用社交账号登录。',
  'so.working': '正在连接{platform}…',
  'so.new.h': '还差一步',
  'so.new.b': '此{platform}账号尚未绑定。请验证手机号，以创建您的{brand}。',
  'so.new.nameless': '{platform}用户',
  'so.was': '此账号在 45 天内与另一个{brand}解绑过。不是您本人操作？',
  'so.freeze': '冻结该账号',
  'so.signIn': '登录已有账号并绑定{platform}',
  'so.link.h': '绑定{platform}？',
  'so.link.b': '绑定后，您可以使用{platform}登录账号“{account}”。',
  'so.link.btn': '绑定',
  'so.link.later': '暂不绑定',
  'so.fail.h': '未能使用{platform}登录',
  'so.fail.b': '{platform}未能完成此次请求，请重试或使用其他方式登录。',
  'so.fail.other': '使用其他方式登录',
} as const satisfies Record<keyof typeof english, string>;
