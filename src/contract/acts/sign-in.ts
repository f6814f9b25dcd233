import { always, heldToo, usual, type ActRows } from './act.ts';

const visible = 'quiet: the person sees it on the page that did it';

/** Acts about signing in, the ways to do so, and the way back. */
export const signInActs = {
  signIn: ['visitor', 'own', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'none', 'newBrowser', usual],
  signOut: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, heldToo],
  /** From the same network, or for a computer that the account knows. */
  allowQr: ['account', 'none/step', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'code', 'newBrowser', usual],
  /** The computer asks for a second step too. */
  allowFarQr: ['account', '2/step', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'code', 'newBrowser', usual],
  denyQr: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],

  setPassword: ['account', '1/two', 'adds password', 'nothing', 'freeze', 'longer', 'nobody', 'none', 'passwordSet', usual],
  changePassword: ['account', '2/two', 'replaces password', 'others', 'freeze', 'longer', 'nobody', 'none', 'passwordChanged', usual],
  removePassword: ['account', '3/two', 'removes password', 'others', 'freeze', 'request', 'nobody', 'none', 'passwordRemoved', usual],
  resetPassword: ['visitor', 'own', 'replaces password', 'all', 'freeze', 'longer', 'nobody', 'none', 'passwordReset', usual],

  addPasskey: ['account', '2/two', 'adds passkey', 'nothing', 'freeze', 'longer', 'nobody', 'none', 'passkeyAdded', usual],
  removePasskey: ['account', '3/two', 'removes passkey', 'others', 'freeze', 'request', 'nobody', 'passkey', 'passkeyRemoved', usual],
  renamePasskey: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],
  addTotp: ['account', '2/two', 'adds totp', 'nothing', 'freeze', 'longer', 'nobody', 'none', 'totpAdded', usual],
  removeTotp: ['account', '2/two', 'removes totp', 'others', 'freeze', 'request', 'nobody', 'none', 'totpRemoved', usual],
  makeRecoveryCodes: [
    'account',
    '2/two',
    'replaces recoveryCode',
    'nothing',
    'freeze',
    'longer',
    'nobody',
    'none',
    'recoveryCodesMade',
    usual,
  ],
  enableTwoStep: ['account', '2/two', 'adds two steps', 'others', 'self', 'request', 'nobody', 'none', 'twoStepOn', usual],
  disableTwoStep: ['account', '3/two', 'removes two steps', 'others', 'self', 'request', 'nobody', 'none', 'twoStepOff', usual],
  changeTwoStep: ['account', '2/two', 'replaces two steps', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],
  offerPasskeys: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],
  endTrust: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],

  recover: ['visitor', 'own', 'replaces ways', 'all', 'freeze', 'longer', 'nobody', 'none', 'recoveryDone', always],
  claimRecovery: ['visitor', 'own', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', 'claimOpened', always],
} as const satisfies ActRows;
