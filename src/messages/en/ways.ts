import type { WaitingAct } from '#contract/acts/acts.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';

/** Ways in the sentences of messages. */
export const ways = {
  passkey: 'passkey',
  totp: 'authenticator app',
  recoveryCode: 'recovery code',
  password: 'password',
  phone: 'text message to {target}',
  email: 'email to {target}',
  social: 'social account',
} as const satisfies Readonly<Record<WayKind, string>>;

/** Between two of them. */
export const wayJoin = ' and ';

/** The acts that wait, as messages name them after “asked to”. */
export const waits = {
  bindPhone: 'add a phone number',
  changePhone: 'change the phone number',
  unbindPhone: 'remove the phone number',
  bindEmail: 'add an email',
  changeEmail: 'change the email',
  unbindEmail: 'remove the email',
  bindSocial: 'link a social account',
  unbindSocial: 'unlink a social account',
  keepAdded: 'keep what was added',
  mergeAccounts: 'merge two accounts',
  deleteAccount: 'delete the account',
  setPassword: 'set a password',
  changePassword: 'change the password',
  removePassword: 'remove the password',
  addPasskey: 'add a passkey',
  removePasskey: 'remove a passkey',
  addTotp: 'add an authenticator app',
  removeTotp: 'remove an authenticator app',
  makeRecoveryCodes: 'make new recovery codes',
  enableTwoStep: 'turn on two-step verification',
  disableTwoStep: 'turn off two-step verification',
  changeTwoStep: 'change the second steps',
  appSecret: 'see or change a secret of an app',
  appAddresses: 'change the addresses of an app',
  appTransfer: 'hand over an app',
  appDelete: 'delete an app',
  requestExport: 'request a copy of the data',
  downloadExport: 'download the copy of the data',
  inviteSecondGuardian: 'invite a second guardian',
  consentForChild: 'agree for a child',
  withdrawForChild: 'withdraw the consent for a child',
  exportForChild: 'request a copy of a child’s data',
} as const satisfies Readonly<Record<WaitingAct, string>>;
