import type { security as english } from '#messages/en/screens/security.ts';

/** Sign-in methods. */
export const security = {
  'sec.sub': '及时更新登录方式，确保只有您本人可以使用此账号。',
  'sec.methods': '登录方式',
  'sec.pw': '登录密码',
  'sec.pwNote': '请使用与其他网站不同的密码',
  'sec.phone': '手机号',
  'sec.phoneNote': '用于登录和接收验证码',
  'sec.email': '邮箱',
  'sec.emailNote': '用于登录、找回密码和接收重要通知',
  'sec.social': '社交账号',
  'sec.socialNote': '绑定后可快捷登录',
  'sec.boundAs': '已绑定 {name}',
  'sec.danger': '注销此账号',
  'sec.dangerNote': '永久删除账号及相关数据',
  'pw.firstLead': '设置后即可使用密码登录，并安全地更换手机号和邮箱。',
  'pw.lead': '修改后，其他设备将退出登录。',
  'pw.set': '密码已设置',
  'pw.byCode': '忘记原密码？使用验证码',
  'pw.byCodeLead': '请用验证码确认是您本人。修改后，其他设备将退出登录。',
  'pw.channel': '验证码发送方式',
  'pw.sms': '短信',
  'pw.mail': '邮箱',
} as const satisfies Record<keyof typeof english, string>;
