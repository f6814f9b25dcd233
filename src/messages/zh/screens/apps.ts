import type { apps as english } from '#messages/en/screens/apps.ts';

/** Authorized apps and scopes. */
export const apps = {
  'ap.sub': '以下应用和网站可使用您的{brand}登录。',
  'ap.on': '授权时间：{date}',
  'ap.can': '已授予的权限',
  'ap.revoke': '取消授权',
  'ap.revoke.h': '取消对“{app}”的授权？',
  'ap.revoke.b': '取消后，此应用将退出登录，且无法继续使用您的账号信息。之后您可以重新授权。',
  'ap.revoke.ok': '已取消授权',
  'ap.revoke.a': '取消授权：{app}',
  'ap.used': '最近使用：{time}',
  'ap.take': '收回',
  'ap.take.a': '收回“{app}”的“{scope}”权限',
  'ap.take.h': '收回“{app}”的“{scope}”权限？',
  'ap.take.b': '此应用将退出登录，且无法再使用此项权限。重新登录后，其余授权仍然有效。',
  'ap.take.ok': '权限已收回',
  'ap.empty.h': '暂无已授权的应用',
  'ap.empty.b': '使用{brand}登录过的应用会显示在这里。',
  'sc.openid': '用于登录',
  'sc.profile': '昵称和头像',
  'sc.phone': '手机号',
  'sc.email': '邮箱',
} as const satisfies Record<keyof typeof english, string>;
