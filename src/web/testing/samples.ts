import type { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { agreementTypeOf, legalPaths } from '#contract/account/agreements/agreement-types.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { twoStepEndpoints } from '#contract/sign-in/two-step/two-step.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { dataReplies, emptyDataReplies } from './data-samples.ts';
import { developerReplies, emptyDeveloperReplies } from './developer-samples.ts';
import type { Replies } from './fake-api.ts';

/** An account with every possible value. */
export function fullAccount(language: Language = 'en_US'): AccountView {
  return {
    id: '100000000001',
    region: 'CN',
    username: 'linxi',
    nickname: 'Lin Xi',
    profileImage: '',
    encryptPhoneNumber: '138****6021',
    encryptEmail: 'li***@example.com',
    unconfirmed: [],
    password_empty: false,
    passwordNeeded: false,
    passwordRemovable: false,
    tpls: [{ type: 'wechat', name: 'Forest' }],
    gender: 2,
    birthday: '1990-05-17',
    address: '1 Cedar Road',
    realName: 'Lin Xi',
    signature: 'Slowly',
    profile: 'Grows trees.',
    country: 'CN',
    zone: 'Asia/Shanghai',
    degree: 'master',
    school: 'Forest School',
    department: 'Botany',
    year: '2012',
    industry: 5,
    company: 'Cedar Works',
    title: 'Gardener',
    language,
    createdAt: '2020-01-02T03:04:05.000Z',
    showQrcode: true,
    limits: { nickname: { nextAt: null }, username: { left: 1 }, region: { left: 1 } },
    verifiedUntil: null,
    twoStep: { enabled: false, since: null, totp: false, codes: 0 },
    passkeys: 1,
    claims: [],
    terms: 'none',
    addedAt: { password: '2026-01-02T03:04:05.000Z', phone: '2020-01-02T03:04:05.000Z', email: '2020-01-02T03:04:05.000Z' },
    legacy: false,
    addedLately: [],
  };
}

/** A new account with only a phone. */
export function newAccount(language: Language = 'en_US'): AccountView {
  return {
    ...fullAccount(language),
    username: '',
    nickname: 'New',
    encryptEmail: '',
    passkeys: 0,
    terms: 'none',
    password_empty: true,
    passwordNeeded: true,
    addedAt: { password: null, phone: '2020-01-02T03:04:05.000Z', email: null },
    tpls: [],
    gender: 0,
    birthday: '',
    address: '',
    realName: '',
    signature: '',
    profile: '',
    country: '',
    zone: '',
    degree: '',
    school: '',
    department: '',
    year: '',
    industry: 0,
    company: '',
    title: '',
  };
}

const entry = {
  id: 'signed-in',
  at: '2026-03-04T05:06:07.000Z',
  event: 'sign-in.password',
  count: 1,
  platform: '',
  app: '',
  browser: 'Firefox',
  os: 'Linux',
  location: { country: 'CN', region: 'Hubei', city: 'Wuhan' },
  address: '203.0.*.*',
  current: true,
  clientID: '',
  by: 'firefox',
  asks: false,
  isOwn: false,
} as const;
const passkey = {
  id: 'forest',
  name: 'Forest Phone',
  maker: 'iCloud Keychain',
  synced: true,
  createdAt: '2026-01-02T03:04:05.000Z',
  lastUsedAt: '2026-03-04T05:06:07.000Z',
  place: 'Beijing',
  suspect: false,
  rests: null,
};
const signals = { userHandle: 'aGFuZGxl', credentialIds: ['Zm9yZXN0'], rpId: 'id.example.com', name: 'linxi', displayName: 'Lin Xi' };

const place = { country: 'CN', region: 'Beijing', city: 'Beijing' };
const device = {
  signedInHere: false,
  kind: 'browser',
  type: 'pc',
  model: '',
  os: 'Linux',
  osVersion: '6',
  firstSeenAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-03-04T05:06:07.000Z',
  location: place,
  address: '203.0.113.0',
} as const;

const devices = [
  { ...device, id: 'here', name: 'This Browser', current: true },
  { ...device, id: 'there', name: 'Old Notebook', current: false },
];
const notes = {
  clientID: 'notes',
  icon: '',
  links: { home: '', privacy: { zh_CN: '', en_US: '' }, terms: { zh_CN: '', en_US: '' } },
} as const;
const askedScopes = [
  { name: 'openid', required: true, allowed: false, missing: false },
  { name: 'profile', required: false, allowed: false, missing: false },
] as const;
const asking = {
  nickname: 'Lin Xi',
  username: 'linxi',
  profileImage: '',
  account: '138****6021',
  phone: '138****6021',
  email: 'li***@example.com',
  gender: 2,
  birthday: '1990-05-17',
  zone: 'Asia/Shanghai',
  address: '1 Cedar Road',
  country: 'CN',
} as const;

/** Replies to all reading calls, for an account with some data everywhere. */
/** The notice of a claim that somebody opened with the phone. */
export const openNotice: Extract<CallData<typeof claimsEndpoints.readNotice>, { claim: object }> = {
  account: 'Lin Qiao',
  claim: {
    id: 'claim',
    kind: 'recovery',
    action: null,
    way: null,
    shown: [{ family: 'phone', label: '138****6021' }],
    at: '2026-01-02T03:04:05.000Z',
    place: '203.0.*.*',
    dueAt: '2026-01-05T03:04:05.000Z',
    state: 'open',
  },
  methods: [],
};

export function fullReplies(language: Language = 'en_US') {
  return {
    ...developerReplies,
    listApps: {
      data: [
        {
          ...notes,
          name: 'Field Notes',
          domain: 'notes.example',
          scopes: [{ name: 'profile', title: 'Profile', detail: 'Name and picture' }],
          apis: [],
          language,
          authorizedAt: '2026-01-02T03:04:05.000Z',
          moved: null,
          lastUsedAt: '2026-03-04T05:06:07.000Z',
        },
      ],
    },
    claimStatus: { data: null },
    readNotice: { data: openNotice },
    listPasskeys: { data: { passkeys: [passkey], signals } },
    twoStep: { data: twoStep },
    listPrograms: { data: [] },
    listDevices: { data: devices },
    listActivity: { data: { items: [{ ...entry, because: [], device: '' }], next: '' } },
    ...dataReplies,
    agreement: ({ params }) => ({
      data: {
        type: agreementTypeOf(legalPaths.find((path) => path === params['type']) ?? 'private'),
        id: 'latest',
        version: '2026.1',
        language,
        title: 'An agreement',
        html: '<p>What both sides agree on.</p>',
        effectiveAt: '2026-01-01',
        digest: '0'.repeat(64),
      },
    }),
    region: { data: { IsoCode: 'CN' } },
    qrcodeConfig: { data: { showQrcode: true, url: 'https://social.example/follow' } },
    platformBindInfo: { data: { bound: false, platform_key: 'waiting', name: 'Forest', avatar: '' } },
    showInteraction: {
      data: {
        prompt: 'consent',
        app: { ...notes, name: { zh_CN: 'Field Notes', en_US: 'Field Notes' } },
        domain: 'notes.example',
        scopes: [...askedScopes],
        apis: [],
        moved: null,
        lacks: [],
        device: null,
        person: asking,
      },
    },
    checkDeletion: {
      data: {
        eligible: true,
        processingDays: 15,
        blockers: [],
        holdings: [{ kind: 'apps', count: 1 }],
        methods: [{ method: 'phone', target: '138****6021' }],
      },
    },
    bindLegacyAccount: {
      data: {
        preview: {
          legacy: { legacyId: 'old', number: '7', username: 'linxi7', nickname: 'Old Lin', phone: '', email: '', createdAt: '' },
          accounts: [],
          target: null,
          takes: [],
          conflicts: [],
          leftOut: [],
          region: '',
          needsContact: false,
          needsPassword: false,
        },
      },
    },
  } satisfies Replies;
}

/** Replies for the forms of visitors: identifiers are free, the captcha is a puzzle, and codes are sent. */
export const visitorReplies = {
  checkPhone: { data: false },
  checkEmail: { data: false },
  captchaChallenge: {
    data: {
      parameters: { algorithm: 'PBKDF2/SHA-256', nonce: 'n', salt: 's', cost: 1, keyLength: 32, keyPrefix: '00' },
      signature: 'signed',
    },
  },
  sendSms: { data: { cd: 60 } },
  sendEmail: { data: { cd: 60 } },
} satisfies Replies;

/** Second steps of an account with everything. */
export const twoStep: CallData<typeof twoStepEndpoints.twoStep> = {
  enabled: true,
  since: '2026-01-02T03:04:05.000Z',
  methods: [
    { method: 'totp', target: '' },
    { method: 'recovery', target: '' },
  ],
  totp: [{ id: 'app-1', name: 'Forest App', createdAt: '2026-01-02T03:04:05.000Z', lastUsedAt: null }],
  codes: { left: 7, madeAt: '2026-01-02T03:04:05.000Z' },
  browsers: [
    { id: 'browser-1', name: 'Firefox', os: 'Linux', place: 'Berlin', until: '2026-04-05T06:07:08.000Z', current: true },
    { id: 'browser-2', name: 'Chrome', os: 'Windows', place: 'Berlin', until: '2026-04-05T06:07:08.000Z', current: false },
  ],
  offerPasskeys: true,
};

/** Second steps of an account that has none. */
export const noTwoStep: CallData<typeof twoStepEndpoints.twoStep> = {
  enabled: false,
  since: null,
  methods: [],
  totp: [],
  codes: { left: 0, madeAt: null },
  browsers: [],
  offerPasskeys: true,
};

/** Replies for an account without apps and other devices. */
export const emptyReplies = {
  ...emptyDeveloperReplies,
  listActivity: { data: { items: [], next: '' } },
  ...emptyDataReplies,
  listPasskeys: { data: { passkeys: [], signals: { ...signals, credentialIds: [] } } },
  twoStep: { data: noTwoStep },
  listApps: { data: [] },
  listDevices: { data: [{ ...device, id: 'here', name: 'This Browser', current: true }] },
} satisfies Replies;
