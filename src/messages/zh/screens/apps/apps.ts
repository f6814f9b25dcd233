import type { apps as english } from '#messages/en/screens/apps/apps.ts';

/** Authorized apps and scopes. */
export const apps = {
  'ap.on': '{date}授权',
  'ap.can': '它可以获得',
  'ap.moved': '现由 {publisher} 运营',
  'ap.movedUnknown': '现由其他开发者运营（开发者未认证）',
  'ap.used': '上次使用：{time}',
  'ap.take': '移除',
  'ap.take.h': '移除“{scope}”权限？',
  'ap.take.b': '应用会退出登录。',
  'ap.desktop': '电脑上的应用',
  'ap.desktop.h': '移除“{computer}”上的应用？',
  'ap.desktop.b': '它将在这台电脑上退出登录。',
  'ap.invites': '测试邀请',
  'ap.invite': '{owner} 邀请您测试“{app}”',
  'ap.invite.yes': '接受',
  'ap.invite.no': '拒绝',
  'ap.invite.on': '邀请时间：{date}',
  'ap.invite.joined': '您已成为“{app}”的测试用户',
  'ap.invite.left': '您已不再测试“{app}”',
  'ap.invite.stop': '退出测试',
  'ap.empty': '用{brand}登录过的应用会显示在这里',
  'ap.remove': '移除应用',
  'ap.remove.b': '移除后它将退出登录，不能再使用您的信息。',
  'ap.removed': '“{app}”已移除',
  'ap.profile': '昵称和头像',
} as const satisfies Record<keyof typeof english, string>;
