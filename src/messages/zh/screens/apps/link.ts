import type { link as english } from '#messages/en/screens/apps/link.ts';

/** The page that signs in a device by the code on its display (RFC 8628). */
export const link = {
  'ln.sub': '请输入设备上显示的代码。',
  'ln.code': '设备代码',
  'ln.ph': 'ABCD-EFGH',
  'ln.h': '在此设备上登录您的账号？',
  'ln.compare': '仅当设备就在您面前，且显示的代码与此完全一致时，才可允许登录。',
  'ln.app': '由“{app}”发起请求',
  'ln.from': '来自 {address}',
  'ln.other': '请确认这是您的设备',
  'ln.otherB': '该设备不在您的网络中。如果代码是他人发给您的，请拒绝，否则对方将能登录您的账号。',
  'ln.will': '允许后，该设备将可以',
  'ln.not': '该设备无法获取您的密码。',
  'ln.allow': '允许',
  'ln.deny': '拒绝',
  'ln.ok.h': '设备已连接',
  'ln.ok.b': '请在设备上继续操作。您可随时在“设备信息”中移除该设备。',
  'ln.ok.btn': '查看设备',
  'ln.no.h': '已拒绝登录请求',
  'ln.no.b': '该设备未登录，您的账号是安全的。',
} as const satisfies Record<keyof typeof english, string>;
