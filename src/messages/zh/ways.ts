import type { WaitingAct } from '#contract/acts/acts.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';

/** Ways in the sentences of messages. */
export const ways = {
  passkey: '通行密钥',
  totp: '身份验证器应用',
  recoveryCode: '恢复码',
  password: '密码',
  phone: '手机号 {target}',
  email: '邮箱 {target}',
  social: '社交账号',
} as const satisfies Readonly<Record<WayKind, string>>;

/** Between two of them. */
export const wayJoin = '和';

/** The acts that wait, as messages name them after “申请”. */
export const waits = {
  bindPhone: '绑定手机号',
  changePhone: '更换手机号',
  unbindPhone: '解绑手机号',
  bindEmail: '绑定邮箱',
  changeEmail: '更换邮箱',
  unbindEmail: '解绑邮箱',
  bindSocial: '绑定社交账号',
  unbindSocial: '解绑社交账号',
  keepAdded: '保留新增的登录方式',
  mergeAccounts: '合并账号',
  deleteAccount: '注销账号',
  setPassword: '设置密码',
  changePassword: '修改密码',
  removePassword: '移除密码',
  addPasskey: '添加通行密钥',
  removePasskey: '移除通行密钥',
  addTotp: '添加身份验证器应用',
  removeTotp: '移除身份验证器应用',
  makeRecoveryCodes: '生成新的恢复码',
  enableTwoStep: '开启两步验证',
  disableTwoStep: '关闭两步验证',
  changeTwoStep: '修改第二步验证方式',
  appSecret: '查看或更换应用密钥',
  appAddresses: '修改应用地址',
  appTransfer: '转让应用',
  appDelete: '删除应用',
  requestExport: '申请导出个人数据',
  downloadExport: '下载个人数据副本',
  inviteSecondGuardian: '邀请第二位监护人',
  consentForChild: '为儿童账号授权同意',
  withdrawForChild: '撤回对儿童账号的同意',
  exportForChild: '申请儿童账号的数据副本',
} as const satisfies Readonly<Record<WaitingAct, string>>;
