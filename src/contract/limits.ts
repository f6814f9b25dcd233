import type { CaptchaWork } from './vocabulary/captcha-work.ts';

/**
 * The product's constants (spec 9) and the default rates of every call (contract 7). Times are milliseconds unless a
 * unit is named.
 */
export const limits = {
  usernameMin: 3,
  usernameMax: 32,
  passwordMin: 8,
  passwordMax: 64,
  nicknameMin: 1,
  nicknameMax: 32,
  profileMax: 300,
  phoneDigits: 11,
  codeDigits: 6,
  emailMax: 254,
  /** Days until an account is asked again about changed agreements, after its first, second and later postponements. */
  termsReminderDays: [7, 3, 1],
  /** Characters of a request about one's data and of each reply. */
  requestTextMax: 2000,
  /** Requests of one account that are open, and in 30 days; replies in one thread. */
  requestsOpen: 3,
  requestsIn30Days: 10,
  requestReplies: 20,
  /** Days between the publication of changed agreements and the first day on which an account may be held for them. */
  termsNoticeDays: 30,
  /** Days before the end of the time to put changed agreements off on which people are told again. */
  termsDueDays: 7,
  /** Entries of one answer about consents. */
  consentsPage: 50,
  toastMs: 3000,
  submitDebounceMs: 100,
  uniquenessDebounceMs: 500,
  resizeDebounceMs: 800,
  chunkLoadTimeoutMs: 120_000,
  redirectAfterExpirySeconds: 5,
  redirectAfterSuccessSeconds: 3,
  /** How long a redirect after a success waits at most for a person who is busy on its page. */
  redirectHoldSeconds: 30,
  suggestedMailDomains: 28,
  recompressAboveBytes: 1_048_576,
  recompressQuality: 0.6,
  /** Size limit of the chosen file, which the spec does not give: 5 MiB (ADR 14). */
  avatarMaxBytes: 5_242_880,
  birthdayAfter: '1800-01-01',
  deletionDays: 15,
  deletionPasswordAgeDays: 30,
  activationLinkHours: 24,
  recoveryLinkHours: 48,
  mergeUndoDays: 7,
  /** Contract 3. */
  codeLifeMs: 600_000,
  codeTries: 5,
  resendSeconds: 60,
  verificationLifeMs: 600_000,
  /** Life of the key of an authenticator app and of recovery codes, until the set-up is finished. */
  setUpLifeMs: 900_000,
  totpApps: 2,
  recoveryCodes: 10,
  /** From this number of codes left, their owner is asked to make new ones. */
  recoveryCodesLow: 3,
  trustedBrowsers: 20,
  /** Recoveries that wait, opened in a day on the whole site: beyond it they are opened only from known browsers. */
  waitingRecoveriesPerDay: 5000,
  /** Recoveries that one way of an account begins in a day: each is a row (ADR 69). */
  recoveryTicketsPerDay: 10,
  trustDays: 30,
  /** Apps of one developer: in test, in all, and registered in a day. */
  appsInTest: 5,
  apps: 20,
  appsPerDay: 5,
  appNameMax: 40,
  logoMaxBytes: 1_048_576,
  redirectAddresses: 20,
  addressMax: 1000,
  appSecrets: 2,
  appKeys: 5,
  appStreams: 4,
  /** Lists of sectors that our server reads for a developer. */
  sectorsPerHour: 30,
  streamAuthorizationMax: 1000,
  /** Events of a stream that its developer sees. */
  deliveriesShown: 20,
  /** How long events wait for a receiver. */
  signalDays: 7,
  testers: 25,
  testersPerDay: 20,
  transferDays: 7,
  transfersPerDay: 3,
  reviewsPerDay: 5,
  appDeletionDays: 7,
  trialMinutes: 10,
  trialsPerHour: 10,
  failureDays: 7,
  /** How long a page may use the options of a ceremony with a passkey. */
  passkeyCeremonyMs: 300_000,
  passkeysMax: 20,
  passkeyNameMax: 64,
  /** A sign-in by passkey sends about 650. */
  passkeyBodyMaxBytes: 12_288,
  /** Settings of a desktop: one value, all values of an account in bytes of UTF-8, and their number. */
  settingBytes: 65_536,
  settingsBytes: 10_485_760,
  settingsMax: 256,
  deviceNameMax: 64,
  /** Changes and reads of settings in an hour, by account. */
  settingWritesPerHour: 600,
  settingReadsPerHour: 1200,
  /** Codes that a desktop asks for its programs: in an hour by account and by device, in a minute by program. */
  desktopCodesPerHour: { account: 600, device: 120 },
  desktopCodesPerMinute: 10,
  /** The longest wait of a desktop for news of its account, and its questions in a minute. */
  desktopWaitSeconds: 50,
  desktopQuestionsPerMinute: 10,
  /** Desktops that wait at the same time: of an account, and at one instance. */
  desktopWaits: { account: 20, instance: 20_000 },
  /** A passkey is made silently only so soon after the password of the same session. */
  passkeyUpgradeMs: 300_000,
} as const;

/**
 * Rate classes of endpoint rows. `perNetwork` counts the networks of the client IP: its IPv4 /32 or IPv6 /64 with this
 * number, the IPv4 /24 with eight times as many, the IPv6 /56 with twice and the /48 with four times as many (ADR 42).
 * `perAccount` counts the signed-in account, of which each browser
 * that it knows has as much again, or without one the client IP like `perNetwork`; `perVisitor` counts the
 * browser. Each in a sliding window of `windowSeconds`.
 */
export interface Rate {
  readonly perNetwork?: number;
  readonly perVisitor?: number;
  readonly perAccount?: number;
  readonly windowSeconds: number;
  readonly reason: string;
}

export const rates = {
  read: { perAccount: 120, windowSeconds: 60, reason: 'a page reads a handful of calls; two a second leaves room for many tabs' },
  write: { perAccount: 30, windowSeconds: 60, reason: 'a person saves a form now and then' },
  credential: { perAccount: 20, windowSeconds: 600, reason: 'each call hashes a password or spends a code' },
  visitorRead: { perNetwork: 600, windowSeconds: 60, reason: 'static answers; a large office shares one address' },
  challenge: { perNetwork: 120, windowSeconds: 60, reason: 'one for every code or form; making one costs a hash chain' },
  check: { perVisitor: 20, perNetwork: 60, windowSeconds: 3600, reason: 'truthful answers about who is registered (contract 5)' },
  sendCode: { perVisitor: 10, perNetwork: 30, windowSeconds: 3600, reason: 'messages cost money and bother people' },
  register: { perVisitor: 10, perNetwork: 30, windowSeconds: 3600, reason: 'each call hashes a password; accounts are counted separately' },
  signIn: { perVisitor: 30, perNetwork: 100, windowSeconds: 900, reason: 'each call hashes a password; failures are counted separately' },
  recovery: { perVisitor: 10, perNetwork: 30, windowSeconds: 3600, reason: 'each call tries a way of the account or bothers people' },
  claim: { perVisitor: 30, perNetwork: 100, windowSeconds: 3600, reason: 'cheap, and stopping a request must always work' },
  receipt: { perVisitor: 30, perNetwork: 300, windowSeconds: 3600, reason: 'one row by its key; nobody guesses 256 bits' },
  secondStep: {
    perVisitor: 30,
    perNetwork: 100,
    windowSeconds: 900,
    reason: 'each call tries one code; wrong ones are counted for the account',
  },
  age: { perVisitor: 10, perNetwork: 60, windowSeconds: 3600, reason: 'one MAC, no row; a person answers once' },
  guardianInvite: { perAccount: 5, windowSeconds: 86_400, reason: 'a child shows the same invitation to several people' },
  guardianOpen: { perAccount: 20, windowSeconds: 86_400, reason: 'a typed code has 40 bits: twenty tries a day find none' },
  guardianConsent: { perAccount: 10, windowSeconds: 86_400, reason: 'a person has few children' },
  outside: { perAccount: 30, windowSeconds: 3600, reason: 'our server asks the servers of others' },
  passkeyBegin: {
    perVisitor: 60,
    perNetwork: 300,
    perAccount: 60,
    windowSeconds: 600,
    reason: 'a page that stays open renews its options; one MAC, no row',
  },
  passkeyFinish: { perVisitor: 20, perNetwork: 100, perAccount: 20, windowSeconds: 900, reason: 'each call checks one signature' },
  qrBegin: { perVisitor: 120, perNetwork: 600, windowSeconds: 3600, reason: 'a page that stays open renews its code; two MACs, no row' },
  qrState: { perVisitor: 90, perNetwork: 4000, windowSeconds: 60, reason: 'a page asks every two seconds; one row by its key' },
  qrOpen: { perVisitor: 20, perNetwork: 400, windowSeconds: 3600, reason: 'each genuine code leaves a row for minutes' },
  qrAsk: { perAccount: 300, windowSeconds: 900, reason: 'a phone asks every second until the computer has answered' },
  qrDecide: { perAccount: 30, windowSeconds: 900, reason: 'a decision of a person; wrong numbers are counted for the account' },
  settings: { perNetwork: 1200, windowSeconds: 60, reason: 'programs of one office start together; accounts are counted beside' },
  desktop: { perAccount: 2400, windowSeconds: 3600, reason: 'the desktops of a person ask once a minute; each is counted beside' },
  desktopEnd: {
    perNetwork: 300,
    windowSeconds: 60,
    reason: 'one signature, one row by its key; the desktops of an office share one address',
  },
  ways: { perAccount: 20, windowSeconds: 3600, reason: 'each addition and removal tells somebody' },
  reference: { perAccount: 20, windowSeconds: 3600, reason: 'a person checks a mail now and then; nobody guesses references' },
  desk: { perAccount: 600, windowSeconds: 600, reason: 'a member reads cards and asks for news every half minute' },
  deskEntry: { perNetwork: 60, windowSeconds: 60, reason: 'one MAC; a row only after a whole sign-in of a member' },
  action: { perVisitor: 60, perNetwork: 300, windowSeconds: 60, reason: 'cheap writes of a visitor' },
} as const satisfies Record<string, Rate>;

export type RateClass = keyof typeof rates;

/** Number of accounts that a client IP can create at a price in captcha work. */
export interface SignUpStep {
  /** Factor of the usual work. */
  readonly work: CaptchaWork;
  /** Up to this number of accounts per hour, and per day. */
  readonly perHour: number;
  readonly perDay: number;
}

/**
 * Captcha work of a client IP's next account by the number that it has created, counted for its networks like
 * `Rate.perNetwork`. The first five cover a household or a classroom. A carrier has thousands of people behind one IP:
 * the price rises with each account up to sixteen times the usual work, 16 seconds on a slow phone, 32 at worst (ADR
 * 42). The last step is the limit against account farms.
 */
export const signUpSteps: readonly SignUpStep[] = [
  { work: 1, perHour: 3, perDay: 5 },
  { work: 2, perHour: 6, perDay: 10 },
  { work: 4, perHour: 12, perDay: 20 },
  { work: 8, perHour: 24, perDay: 30 },
  { work: 16, perHour: 50, perDay: 50 },
];
