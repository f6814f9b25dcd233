import type { results as english } from '#messages/en/screens/account/results.ts';

/** Result pages. */
export const results = {
  'rs.reg.b': '您现在可以使用{brand}了。',
  'rs.reset.b': '密码已修改。',
  'rs.up.b': '您的数据已保留，今后请使用新版账号登录。',
  'rs.scan.b': '请使用手机相机扫描二维码，在手机上完成注册，完成后此页面会自动继续。',
  'rs.home': '进入用户中心',
  'rs.login': '前往登录',
  'rs.done': '完成',
  'rs.ok.phone': '手机号已更换',
  'rs.ok.email': '邮箱已更换',
  'rs.ok.pw': '密码已修改，其他设备均已退出登录',
} as const satisfies Record<keyof typeof english, string>;
