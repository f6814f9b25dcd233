import { adults, heldToo, leaving, usual, type ActRows } from './act.ts';

const visible = 'quiet: the person sees it on the page that did it';

/** Acts about the account itself: contacts, names, agreements, social accounts, deletion. */
export const accountActs = {
  register: ['visitor', 'own', 'nothing', 'nothing', 'self', 'longer', 'nobody', 'none', 'quiet: nobody else has the account yet', usual],

  bindPhone: ['account', '1/two', 'adds phone', 'nothing', 'freeze', 'longer', 'nobody', 'phone', 'phoneBound', usual],
  changePhone: ['account', '2/two', 'replaces phone', 'others', 'freeze', 'longer', 'nobody', 'phone', 'phoneChanged', usual],
  unbindPhone: ['account', '2/two', 'removes phone', 'others', 'freeze', 'request', 'nobody', 'phone', 'phoneUnbound', usual],
  bindEmail: ['account', '1/two', 'adds email', 'nothing', 'freeze', 'longer', 'nobody', 'email', 'emailBound', usual],
  changeEmail: ['account', '1/two', 'replaces email', 'others', 'freeze', 'longer', 'nobody', 'email', 'emailChanged', usual],
  unbindEmail: ['account', '1/two', 'removes email', 'others', 'freeze', 'request', 'nobody', 'email', 'emailUnbound', usual],
  bindSocial: ['account', '1/two', 'adds social', 'nothing', 'freeze', 'longer', 'nobody', 'platform', 'socialBound', adults],
  unbindSocial: ['account', '1/two', 'removes social', 'others', 'freeze', 'request', 'nobody', 'platform', 'socialUnbound', usual],
  keepAdded: ['account', '1/two', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, usual],

  changeUsername: ['account', 'none/none', 'nothing', 'nothing', 'freeze', 'request', 'nobody', 'none', visible, usual],
  changeNickname: ['account', 'none/none', 'nothing', 'nothing', 'freeze', 'request', 'nobody', 'none', visible, usual],
  changeRegion: ['account', '1/none', 'nothing', 'nothing', 'freeze', 'request', 'nobody', 'region', visible, usual],
  changeLanguage: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, heldToo],
  changeProfile: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, adults],
  changeAvatar: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],
  showQrcode: ['account', 'none/none', 'nothing', 'nothing', 'self', 'request', 'nobody', 'none', visible, usual],

  acceptTerms: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, heldToo],
  putTermsOff: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, heldToo],
  giveChoice: ['account', 'none/none', 'nothing', 'nothing', 'says', 'request', 'nobody', 'none', visible, { ...adults, held: 'open' }],
  takeChoiceBack: ['account', 'none/none', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', visible, { ...adults, held: 'open' }],

  mergeAccounts: ['account', '2/two', 'adds ways', 'others', 'never', 'longer', 'nobody', 'none', 'merged', adults],
  upgradeAccount: ['visitor', 'own', 'nothing', 'nothing', 'never', 'longer', 'nobody', 'none', 'upgraded', adults],
  undoMerge: ['link', 'own', 'nothing', 'all', 'never', 'request', 'nobody', 'none', 'mergeUndone', usual],

  deleteAccount: ['account', '2/two', 'nothing', 'all', 'never', 'request', 'nobody', 'none', 'deletionRequested', leaving],
  withdrawDeletion: ['link', 'own', 'nothing', 'nothing', 'less', 'request', 'nobody', 'none', 'deletionWithdrawn', leaving],
} as const satisfies ActRows;
