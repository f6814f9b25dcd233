import type { home as english } from '#messages/en/screens/account/home.ts';

/** Account home and navigation. */
export const home = {
  'nav.home': '首页',
  'nav.profile': '个人资料',
  'nav.security': '登录与安全',
  'nav.apps': '应用',
  'nav.devices': '设备',
  'nav.delete': '注销账号',
  'home.setNickname': '设置昵称',
  'home.editProfile': '编辑资料',
  'home.idLabel': 'ID',
  'home.upgrade.h': '升级旧版账号',
  'home.upgrade.b': '保留原有数据，用一个账号使用全部服务。',
  'home.upgrade.btn': '立即升级',
  'st.unset': '未设置',
  'st.bound': '已绑定',
  'st.unbound': '未绑定',
  'st.notAdded': '未绑定',
  'st.unconfirmed': '待验证',
  'home.out.h': '退出登录？',
  'home.copyId': '复制账号 ID {id}',
  'home.methods': '登录方式',
  'home.allDevices': '全部 {n} 台',
  'home.allApps': '全部 {n} 个',
  'home.last': '上次登录：{facts}',
} as const satisfies Record<keyof typeof english, string>;
