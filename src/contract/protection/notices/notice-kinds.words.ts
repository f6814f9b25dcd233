/** Groups of notices, for which a person chooses how they are told. */
export const noticeGroups = ['signIns', 'waysIn', 'apps', 'attempts', 'data'] as const;

export type NoticeGroup = (typeof noticeGroups)[number];

export const noticeChannels = ['mail', 'sms'] as const;

export type NoticeChannel = (typeof noticeChannels)[number];

/** By which channels the notices of each group come. */
export type NoticeChoice = Readonly<Record<NoticeGroup, Readonly<Record<NoticeChannel, boolean>>>>;

/** By mail; by SMS only where the account has no email. */
export const usualChoice: NoticeChoice = {
  signIns: { mail: true, sms: false },
  waysIn: { mail: true, sms: false },
  apps: { mail: true, sms: false },
  attempts: { mail: true, sms: false },
  data: { mail: true, sms: false },
};

/** Groups in which no channel is left. */
export function silentGroups(choice: NoticeChoice): readonly NoticeGroup[] {
  return noticeGroups.filter((group) => noticeChannels.every((channel) => !choice[group][channel]));
}

/** `alarm`: told to every phone and email, whatever was chosen. `notice`: as it was chosen for its group. */
export type NoticeWeight = 'alarm' | 'notice';

interface NoticeRow {
  readonly group: NoticeGroup;
  readonly weight: NoticeWeight;
}

const alarm = (group: NoticeGroup) => ({ group, weight: 'alarm' }) as const satisfies NoticeRow;
const notice = (group: NoticeGroup) => ({ group, weight: 'notice' }) as const satisfies NoticeRow;

/** Every kind of notice. The server chooses readers and pauses by it, the page of notices shows it. */
export const noticeRows = {
  newBrowser: notice('signIns'),
  newPlace: alarm('signIns'),
  sessionsEnded: alarm('signIns'),
  passwordChanged: alarm('waysIn'),
  passwordSet: alarm('waysIn'),
  passwordReset: alarm('waysIn'),
  passwordRemoved: alarm('waysIn'),
  totpAdded: alarm('waysIn'),
  totpRemoved: alarm('waysIn'),
  recoveryCodesMade: alarm('waysIn'),
  recoveryCodeUsed: alarm('waysIn'),
  twoStepOn: alarm('waysIn'),
  twoStepOff: alarm('waysIn'),
  phoneBound: alarm('waysIn'),
  phoneChanged: alarm('waysIn'),
  phoneUnbound: alarm('waysIn'),
  emailBound: alarm('waysIn'),
  emailChanged: alarm('waysIn'),
  emailUnbound: alarm('waysIn'),
  socialBound: alarm('waysIn'),
  socialUnbound: alarm('waysIn'),
  passkeyAdded: alarm('waysIn'),
  passkeyRemoved: alarm('waysIn'),
  passkeySuspect: alarm('waysIn'),
  upgraded: alarm('waysIn'),
  merged: alarm('waysIn'),
  mergeUndone: alarm('waysIn'),
  waitOpened: alarm('waysIn'),
  waitReminder: alarm('waysIn'),
  waitDue: alarm('waysIn'),
  waitStopped: alarm('waysIn'),
  waitDone: alarm('waysIn'),
  noticesChanged: alarm('waysIn'),
  appAllowed: notice('apps'),
  deviceAdded: alarm('apps'),
  failedSignIns: notice('attempts'),
  recoveryBegun: notice('attempts'),
  passwordGuessed: alarm('attempts'),
  passwordPaused: alarm('attempts'),
  contactGuessed: alarm('attempts'),
  qrRefused: alarm('attempts'),
  claimOpened: alarm('attempts'),
  claimReminder: alarm('attempts'),
  claimStopped: alarm('attempts'),
  claimDue: alarm('attempts'),
  recoveryDone: alarm('attempts'),
  frozen: alarm('attempts'),
  unfrozen: alarm('attempts'),
  wayBack: alarm('attempts'),
  digest: alarm('attempts'),
  settingsErased: notice('data'),
  operatorLooked: notice('data'),
  requestAnswered: notice('data'),
  deletionRequested: alarm('data'),
  deletionReminder: alarm('data'),
  deletionWithdrawn: alarm('data'),
  deletionRestored: alarm('data'),
  exportAsked: alarm('data'),
  exportReady: alarm('data'),
  exportDownloaded: alarm('data'),
  guardianCopied: alarm('data'),
  termsAhead: alarm('data'),
  termsDue: alarm('data'),
  guardianAgreed: alarm('data'),
  guardianFreed: alarm('data'),
  guardianEnds: alarm('data'),
  childDue: alarm('data'),
  accountLocked: alarm('data'),
  accountUnlocked: alarm('data'),
} as const satisfies Readonly<Record<string, NoticeRow>>;

export type NoticeKind = keyof typeof noticeRows;

/** Whether a group has a kind that a choice can move to another channel. In the others everything is important. */
export function hasChoice(group: NoticeGroup): boolean {
  return Object.values<NoticeRow>(noticeRows).some((row) => row.group === group && row.weight === 'notice');
}
