import type { ScopeTexts } from '#messages/scope-texts.ts';

/** Permissions of apps. */
export const scopes: ScopeTexts = {
  'scope.openid': '用于登录',
  'scope.openid.detail': '通过一个不对外展示的标识识别您的账号。',
  'scope.profile': '昵称和头像',
  'scope.profile.detail': '获取您的昵称、用户名、头像和语言。',
  'scope.email': '邮箱',
  'scope.email.detail': '获取您的邮箱。',
  'scope.phone': '手机号',
  'scope.phone.detail': '获取您的手机号。',
  'scope.address': '国家/地区',
  'scope.address.detail': '获取您的国家/地区，不包含其他地址信息。',
  'scope.offline_access': '保持登录',
  'scope.offline_access.detail': '在您不使用此应用时，仍可使用您授权的信息，直至您取消授权。',
};
