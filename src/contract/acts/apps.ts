import { adults, usual, type ActRows } from './act.ts';

const visible = 'quiet: the person sees it on the page that did it';

/** Acts about apps, devices and desktops, and of the developers of apps. */
export const appsActs = {
  allowApp: ['account', 'none/none', 'nothing', 'nothing', 'freeze', 'session', 'app', 'none', 'appAllowed', usual],
  allowOffline: ['account', 'none/step', 'nothing', 'nothing', 'freeze', 'longer', 'app', 'app', 'appAllowed', usual],
  denyApp: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  cancelApp: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  allowDevice: ['account', 'none/step', 'nothing', 'nothing', 'freeze', 'longer', 'app', 'code', 'deviceAdded', usual],
  allowFarDevice: ['account', '2/step', 'nothing', 'nothing', 'freeze', 'longer', 'app', 'code', 'deviceAdded', usual],
  denyDevice: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  openApp: ['token', 'own', 'nothing', 'nothing', 'freeze', 'longer', 'app', 'none', 'quiet: the person allowed the app before', usual],
  useTokens: ['token', 'own', 'nothing', 'nothing', 'freeze', 'longer', 'app', 'none', 'quiet: the person allowed the app before', usual],
  endTokens: ['token', 'own', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'quiet: the app gives up what it had', usual],
  askDevice: ['token', 'own', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', 'quiet: it concerns no account yet', usual],
  removeProgram: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  openDeletion: [
    'token',
    'own',
    'nothing',
    'nothing',
    'less',
    'session',
    'nobody',
    'none',
    'quiet: the page asks for its own proof',
    usual,
  ],
  keepSetting: ['token', 'own', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', 'quiet: the device shows it', usual],

  switchSettings: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],
  eraseSetting: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'settingsErased', usual],
  eraseSettings: ['account', '1/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'settingsErased', usual],

  beginDeveloper: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, adults],
  changeTestApp: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],
  testAppSecret: ['account', '2/step', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'app', 'app', usual],
  appSecret: ['account', '2/two', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'app', 'app', usual],
  appAddresses: ['account', '2/two', 'nothing', 'nothing', 'self', 'longer', 'nobody', 'app', 'app', usual],
  appTransfer: ['account', '2/two', 'nothing', 'nothing', 'less', 'longer', 'nobody', 'app', 'app', usual],
  appDelete: ['account', '2/two', 'nothing', 'nothing', 'self', 'request', 'nobody', 'app', 'app', usual],
  askReview: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, usual],
  endReview: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  inviteTester: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', 'app', usual],
  answerInvitation: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, usual],
  refuseTransfer: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'app', usual],
  endStream: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, usual],
  tryApp: ['account', 'none/none', 'nothing', 'nothing', 'less', 'session', 'nobody', 'none', visible, usual],
} as const satisfies ActRows;
