import type { OwnAppView, TrialView } from '#contract/apps/developer/developer.schemas.ts';
import type { Replies } from './fake-api.ts';

const names = { zh_CN: '子午笔记', en_US: 'Meridian Notes' };
const nowhere = { zh_CN: '', en_US: '' };

/** A web app in test, with something everywhere. */
export const ownApp: OwnAppView = {
  clientID: 'app-q3v8dz1kt6ycfm5b',
  version: 3,
  kind: 'web',
  state: 'test',
  icon: '',
  name: names,
  links: { home: 'https://notes.example.com/', privacy: nowhere, terms: nowhere },
  redirectUris: ['https://notes.example.com/callback', 'http://127.0.0.1/callback'],
  postLogoutUris: [],
  backchannelLogoutUri: '',
  sectorUri: '',
  scopes: ['openid', 'profile', 'email'],
  reasons: [],
  options: {
    pkce: true,
    idTokenClaims: false,
    needsEmail: false,
    logoutBySub: false,
    personal: false,
    stay: false,
    dpop: false,
    fapi: false,
    pairwise: false,
  },
  publisher: { domain: '', state: 'none', by: '', token: '' },
  verified: false,
  secrets: [{ id: 'one', hint: 'w8Fd', madeAt: '2026-03-03T08:00:00.000Z', endsAt: null, held: false, usedOn: '2026-11-20' }],
  keys: { list: [{ thumbprint: '2f9a7c51f0e371c4', alg: 'ES256', kid: '' }], jwksUri: '', endsAt: null },
  pending: null,
  todo: [
    { task: 'face', done: true },
    { task: 'redirect', done: true },
    { task: 'try', done: true },
    { task: 'papers', done: false },
    { task: 'domain', done: false },
    { task: 'two', done: false },
  ],
  reviewReasons: '',
  suspendedBecause: '',
  testers: [{ id: 'first', account: 'li***@example.com', state: 'accepted', invitedAt: '2026-03-03T08:00:00.000Z' }],
  transfer: null,
  createdAt: '2026-03-03T08:00:00.000Z',
  purgeAt: null,
};

const good = { scope: '', good: true } as const;
const step: Omit<TrialView['steps'][number], 'name'> = {
  state: 'done',
  rows: [],
  sent: '',
  received: '',
  cause: '',
  detail: '',
  cure: '',
};

/** A trial whose last step failed. */
export const trial: TrialView = {
  run: 'run-1',
  clientID: ownApp.clientID,
  state: 'done',
  expiresAt: '2026-11-22T10:00:00.000Z',
  userCode: '',
  url: '',
  steps: [
    {
      ...step,
      name: 'request',
      rows: [
        { name: 'client_id', value: ownApp.clientID, ...good },
        { name: 'scope', value: 'openid profile email', ...good },
        { name: 'code_challenge_method', value: 'S256', ...good },
      ],
    },
    { ...step, name: 'page' },
    { ...step, name: 'answer', rows: [{ name: 'code', value: 'Zk3vQ1mPw0aB…', ...good }] },
    { ...step, name: 'tokens', sent: 'POST /oidc/token', received: '{"access_token":"AbCdEfGhIjKl…"}' },
    {
      ...step,
      name: 'id',
      rows: [
        { name: 'kid', value: '7c1e', ...good },
        { name: 'alg', value: 'RS256', ...good },
        { name: 'sub', value: 'u1Kd8ZqT0mWv…', ...good },
        { name: 'email', value: 'lin@example.com', scope: 'email', good: true },
      ],
    },
    { ...step, name: 'info', rows: [{ name: 'nickname', value: 'Lin Xi', scope: 'profile', good: true }] },
    { ...step, name: 'refresh', state: 'failed', cure: 'settings' },
  ],
};

const usageDays = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10),
  signIns: 11 + ((index * 7) % 52),
  newPeople: index % 4,
  refreshes: 100 + index,
  failures: index % 2,
}));

const failure = { at: '2026-11-20T06:06:00.000Z', endpoint: 'token', detail: '', count: 1 } as const;

const developer = {
  open: true,
  started: true,
  agreement: '2026.1',
  contact: 'li***@example.com',
  limits: { test: 5, all: 20 },
  review: { days: 2 },
  apps: [],
  offered: [],
};

/** Replies to the reading calls of the Developer Center. */
export const developerReplies = {
  showDeveloper: {
    data: {
      ...developer,
      apps: [
        { clientID: ownApp.clientID, name: names, icon: '', kind: 'web', state: 'test', signIns7: 36, failing: true },
        {
          clientID: 'app-7g2mqk4xw9ndh3ra',
          name: { zh_CN: '风筝邮箱', en_US: 'Kite Mail' },
          icon: '',
          kind: 'web',
          state: 'live',
          signIns7: 12_480,
          failing: false,
        },
      ],
    },
  },
  showOwnApp: { data: ownApp },
  showUsage: { data: { days: usageDays, allowed: 96 } },
  listFailures: {
    data: {
      items: [
        {
          ...failure,
          endpoint: 'authorization',
          error: 'invalid_redirect_uri',
          cause: 'redirect',
          detail: 'https://notes.example.com/callbck',
          cure: 'settings',
          requestID: 'request-1',
          count: 4,
        },
        {
          ...failure,
          error: 'invalid_client',
          cause: 'secretEnded',
          detail: '2026-11-20',
          cure: 'keys',
          requestID: 'request-2',
          count: 12,
        },
        { ...failure, error: 'invalid_grant', cause: 'codeTwice', cure: 'logs', requestID: 'request-3' },
      ],
      next: null,
    },
  },
  listStreams: {
    data: {
      streams: [
        {
          id: 'stream-1',
          kind: 'webhook',
          address: 'https://notes.example.com/signals',
          status: 'enabled',
          verified: true,
          failingSince: null,
          lastFailure: '',
          waiting: 0,
        },
        {
          id: 'stream-2',
          kind: 'push',
          address: 'https://backup.example.com/signals',
          status: 'enabled',
          verified: true,
          failingSince: '2026-11-20T06:06:00.000Z',
          lastFailure: 'status 503',
          waiting: 12,
        },
      ],
    },
  },
  checkAddress: { data: { rules: [], advice: [{ key: 'ok', date: '2027-02-14' }] } },
  listInvitations: {
    data: [
      {
        id: 'asked',
        clientID: 'tonal',
        name: { zh_CN: '弦音', en_US: 'Tonal' },
        icon: '',
        owner: 'Chen',
        state: 'invited',
        invitedAt: '2026-11-20T06:06:00.000Z',
      },
    ],
  },
  showTry: { data: trial },
  answerTry: { data: trial },
} satisfies Replies;

/** Replies for a developer without apps, and for an app without anything. */
export const emptyDeveloperReplies = {
  showDeveloper: { data: developer },
  showOwnApp: { data: { ...ownApp, secrets: [], keys: { list: [], jwksUri: '', endsAt: null }, testers: [] } },
  showUsage: { data: { days: usageDays.map(({ day }) => ({ day, signIns: 0, newPeople: 0, refreshes: 0, failures: 0 })), allowed: 0 } },
  listFailures: { data: { items: [], next: null } },
  listStreams: { data: { streams: [] } },
  listInvitations: { data: [] },
} satisfies Replies;
