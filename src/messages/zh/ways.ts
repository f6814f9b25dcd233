import type { RemovalAct } from '#contract/acts/acts.ts';
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

/** What a removal takes away, in the sentences of messages. */
export const removals = {
  unbindPhone: '手机号',
  unbindEmail: '邮箱',
  unbindSocial: '绑定的社交账号',
  removePasskey: '一个通行密钥',
  removeTotp: '一个身份验证器应用',
  removePassword: '密码',
  disableTwoStep: '两步验证',
} as const satisfies Readonly<Record<RemovalAct, string>>;
