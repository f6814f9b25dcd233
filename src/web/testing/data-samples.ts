import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import type { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import type { dataEndpoints } from '#contract/rights/exports/exports.ts';
import type { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import type { familyEndpoints } from '#contract/rights/family/family.ts';
import type { rightsRequestsEndpoints } from '#contract/rights/requests/requests.ts';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import type { Replies } from './fake-api.ts';

/** Preview of a choice without anything that ends. */
export const ofSwitch = { version: '2026-11-23', transfer: null, ends: { apps: new Array<string>(), item: false } };

export const transferAbroad = {
  recipient: 'Cedar Cloud GmbH, Berlin',
  contact: 'privacy@cloud.example',
  purpose: 'To keep notes in step on your devices',
  manner: 'Stored in Germany, encrypted',
  kinds: 'Notes, nickname',
  rights: 'Write to the address above, or to us',
};

export const readyCopy: CallData<typeof dataEndpoints.listExports>['exports'][number] = {
  id: 'copy',
  child: '',
  state: 'ready',
  requestedAt: '2026-01-02T03:04:05.000Z',
  readyAt: '2026-01-02T03:04:15.000Z',
  expiresAt: '2026-01-23T03:04:15.000Z',
  bytes: 213_900,
  sha256: '',
  downloads: 1,
  lastDownloadedAt: null,
};

export const erasedReceipt: CallData<typeof deletionEndpoints.showReceipt> & { readonly receipt: object } = {
  dueAt: '2026-03-01T00:00:00.000Z',
  isSettling: false,
  receipt: {
    id: '3f0c6a52-5a0e-4c89-9a3e-6f2f4a1f9b10',
    issuer: 'https://id.example.com',
    requestedAt: '2026-02-14T00:00:00.000Z',
    erasedAt: '2026-03-01T00:00:00.000Z',
    erased: [{ topic: 'account', count: 3 }],
    kept: [
      { what: 'proof', until: null },
      { what: 'trail', until: '2026-08-28T00:00:00.000Z' },
      { what: 'names', until: '2026-05-30T00:00:00.000Z' },
      { what: 'short', until: '2026-03-09T00:00:00.000Z' },
    ],
    apps: [
      { name: 'Cedar Notes', told: 'event' },
      { name: 'Field Notes', told: 'none' },
    ],
    archive: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
  },
};

export const ownRequest: CallData<typeof rightsRequestsEndpoints.showRightsRequest> = {
  id: 'request',
  number: '7K2Q-9DMX',
  kind: 'correct',
  topic: 'profile',
  state: 'waiting',
  receivedAt: '2026-01-22T09:12:00.000Z',
  dueAt: '2026-02-21T00:00:00.000Z',
  extended: false,
  answeredAt: null,
  outcome: null,
  law: '',
  messages: [
    { at: '2026-01-22T09:12:00.000Z', author: 'person', text: 'I typed the wrong year.\nIt should be 1994.' },
    { at: '2026-01-23T14:40:00.000Z', author: 'desk', text: 'Thank you. Which year stands there now?' },
  ],
};

/** A child for whom this account has agreed. */
export const ownChild: CallData<typeof familyEndpoints.listChildren>['children'][number] = {
  id: 'child-of-this-account1',
  nickname: 'Lin Xiao',
  answer: 'agreed',
  since: '2026-01-02T03:04:05.000Z',
  endsOn: '2028-08-09',
  dueAt: null,
  guardians: [],
};

/** Guardians of an account that is no child's and never was. */
const noGuardians = { answer: '' as const, guardians: [], dueAt: null, endsOn: null, choiceUntil: null };

/** View of a guardian on an invitation. */
export const invitation: CallData<typeof familyEndpoints.openInvitation> = {
  nickname: 'Lin Xiao',
  avatar: '',
  birthYear: '2014',
  dueAt: '2026-12-06T00:00:00.000Z',
  endsOn: '2028-08-09',
  version: guardianTextVersion,
  region: 'CN',
  sameBrowser: false,
};

const { law: _law, messages: _messages, ...listedRequest } = ownRequest;

const agreed = { version: '2026.1', digest: '0'.repeat(64), acceptedVersion: '2026.1', acceptedAt: '2026-01-02T03:04:05.000Z' };

const consented: CallData<typeof agreementsEndpoints.listConsents>['items'][number] = {
  id: 'consent',
  at: '2026-01-02T03:04:05.000Z',
  act: 'accepted',
  type: 'privateAgreement',
  version: '2026.1',
  digest: '0'.repeat(64),
  language: 'en_US',
  channel: 'register',
};

/** Changed agreements whose answer may be put off. */
export const changedTerms: CallData<typeof agreementsEndpoints.showTerms> = {
  state: 'ask',
  publication: 2,
  effectiveAt: '2026-03-01T00:00:00.000Z',
  laterUntil: '2026-04-01T00:00:00.000Z',
  remindAt: '2026-03-08T00:00:00.000Z',
  age: null,
  documents: [
    {
      type: 'privateAgreement',
      version: '2026.2',
      digest: '1'.repeat(64),
      title: 'Privacy Policy',
      previous: '2026.1',
      changes: [
        { kind: 'new', text: 'You can ask for a copy of your data at any time.' },
        { kind: 'changed', text: 'Security activity is kept for 180 days. It was 365.' },
      ],
    },
  ],
};

const noUse = { name: '', lastUsedAt: '', left: 0, event: null, claim: null } as const;
/** An account with nothing to ask and nothing to suggest. */
export const calmCheckup = { items: [], lastSignIn: null, latestAt: '2026-03-04T05:06:07.000Z', staffAt: '' };
const advice = [
  { ...noUse, advice: 'noSecond', action: 'addPasskey' } as const,
  { ...noUse, advice: 'idleApp', action: 'cancelApp', name: 'Field Notes', lastUsedAt: '2025-05-12T05:06:07.000Z' } as const,
  { ...noUse, advice: 'quiet', action: 'addEmail' } as const,
];
const sentMessage = {
  id: 'm',
  at: '2026-03-04T05:06:07.000Z',
  title: 'Your Cedar ID sign-in code',
  channel: 'email',
  target: 'li***@example.com',
  reference: '7K2Q-9DMX',
  state: 'sent',
} as const;
const staffAccess = {
  id: 's',
  at: '2026-03-04T05:06:07.000Z',
  event: 'operator.looked',
  app: '',
  agent: 'K4',
  reason: 'asked',
  caseRef: 'CASE-4711',
} as const;

/** Replies about what is kept, sent, agreed and advised. */
export const dataReplies = {
  showReceipt: { data: erasedReceipt },
  showNotices: { data: { groups: { ...usualChoice, apps: { mail: true, sms: true } }, etag: 'one' } },
  showCheckup: { data: { ...calmCheckup, items: advice } },
  listMessages: { data: { items: [sentMessage], next: '' } },
  listStaffAccess: { data: { items: [staffAccess], next: '', mayBeLate: false } },
  listExports: { data: { exports: [readyCopy], nextAt: null } },
  listRightsRequests: { data: { requests: [listedRequest] } },
  showRightsRequest: { data: ownRequest },
  listChildren: { data: { children: [ownChild] } },
  showGuardians: { data: noGuardians },
  openInvitation: { data: invitation },
  showSettings: {
    data: {
      enabled: true,
      bytes: 50_000,
      devices: 2,
      settings: [
        {
          clientID: 'cedar-desktop',
          key: 'network',
          on: true,
          group: 'system',
          app: 'Cedar Desktop',
          bytes: 3000,
          changedAt: '2026-01-02T03:04:05.000Z',
          device: 'Workstation',
        },
        {
          clientID: 'cedar-desktop',
          key: 'dock',
          on: false,
          group: 'appearance',
          app: 'Cedar Desktop',
          bytes: 4000,
          changedAt: '2026-01-02T03:04:05.000Z',
          device: 'Slim 14',
        },
        {
          clientID: 'field-notes',
          key: 'editor.font',
          on: true,
          group: 'programs',
          app: 'Field Notes',
          bytes: 43_000,
          changedAt: '2026-01-02T03:04:05.000Z',
          device: 'Slim 14',
        },
      ],
      off: [{ clientID: 'cedar-desktop', key: 'power', group: 'system', app: 'Cedar Desktop' }],
    },
  },
  listAgreements: {
    data: {
      current: [
        { type: 'privateAgreement', title: 'Privacy Policy', ...agreed },
        { type: 'serverAgreement', title: 'Service Agreement', ...agreed, version: '2026.2' },
      ],
    },
  },
  listConsents: { data: { items: [consented], next: '' } },
  showTerms: { data: changedTerms },
  listChoices: {
    data: {
      choices: [
        { purpose: 'mail', given: false, since: null, ...ofSwitch },
        { purpose: 'diagnostics', given: true, since: '2026-01-02T03:04:05.000Z', ...ofSwitch },
        { ...ofSwitch, purpose: 'sensitive.birthday', given: true, since: '2026-01-02T03:04:05.000Z', ends: { apps: [], item: true } },
        { ...ofSwitch, purpose: 'abroad', given: false, since: null, transfer: transferAbroad },
      ],
    },
  },
} satisfies Replies;

export const emptyDataReplies = {
  listConsents: { data: { items: [], next: '' } },
  showNotices: { data: { groups: usualChoice, etag: '' } },
  showCheckup: { data: calmCheckup },
  listMessages: { data: { items: [], next: '' } },
  listStaffAccess: { data: { items: [], next: '', mayBeLate: false } },
  listExports: { data: { exports: [], nextAt: null } },
  listRightsRequests: { data: { requests: [] } },
  listChildren: { data: { children: [] } },
  showGuardians: { data: noGuardians },
  showSettings: { data: { enabled: false, bytes: 0, devices: 0, settings: [], off: [] } },
} satisfies Replies;
