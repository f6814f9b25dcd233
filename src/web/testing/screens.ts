import type { MessageKey, Values } from '#web/lib/texts/i18n.tsx';
import type { EndpointName } from './fake-api.ts';

/** Visible content: a text of the product, or one sent by the API. */
export type Seen = { readonly key: MessageKey; readonly values?: Values } | { readonly text: string };

/** The behavior on failure: a card with a retry, or another way to continue, with its reason. */
type Failing = 'card' | { readonly instead: Seen; readonly why: string };

/** A screen and its states, at one URL of its route. */
export interface Screen {
  readonly at: string;
  /** The heading of the page. */
  readonly heading: Seen;
  /** Visible after everything has loaded. */
  readonly full: Seen;
  /** The calls whose answers it shows, and its behavior if one fails; for a screen without calls, the reason. */
  readonly reads: { readonly [Name in EndpointName]?: Failing } | string;
  /** Visible for an account without data; or the reason why there is no such state. */
  readonly empty: Seen | string;
  /** The server's data for the page. */
  readonly routeData?: Readonly<Record<string, unknown>>;
  /** Initial content of the tab's storage. */
  readonly kept?: Readonly<Record<string, string>>;
}

const key = (name: MessageKey, values: Values = {}): Seen => ({ key: name, values });
const text = (shown: string): Seen => ({ text: shown });

const form = 'a form: it asks for nothing before something is sent';
const still = 'a text: it asks for nothing';
const button = 'a question: it asks for nothing before the button is pressed';
const always = 'it is not about what an account has';
const oneItem = 'it is about one item of an account, with a value or without';
const account = { metainfo: 'card' } as const;
const app = 'app-q3v8dz1kt6ycfm5b';
const names = { zh_CN: 'Field Notes', en_US: 'Field Notes' };

/** Paths of one screen, its heading, what it shows after everything has loaded, its calls, its empty state, and what differs. */
type Row = readonly [
  paths: string,
  heading: Seen,
  full: Seen,
  reads: Screen['reads'],
  empty: Screen['empty'],
  more?: Pick<Screen, 'routeData' | 'kept'> & { readonly param?: string; readonly tail?: string },
];

const rows: readonly Row[] = [
  ['/login', key('si.h'), key('si.btn'), form, always],
  ['/register', key('rg.h'), key('rg.btn'), form, always],
  ['/register/support', key('title.recover'), key('rc.sub'), form, always],
  ['/register/follow', key('follow.h'), key('follow.skip'), 'its code is optional: Skip leads on', always],
  ['/register/result-center/cancellation /mobile-result-center/cancellation', key('dl.ok.h'), key('rs.done'), still, always],
  ['/register/result-center/:type', key('title.resUpgrade'), key('rs.up.b'), still, always, { param: 'upgrade' }],
  [
    '/oauth/callback/:platform',
    key('so.new.h'),
    text('Forest'),
    { platformBindInfo: { instead: key('so.fail.other'), why: 'to try again is to go to the platform again' } },
    always,
    { param: 'wechat' },
  ],
  [
    '/recover',
    key('rc.dead'),
    key('rc.restart'),
    { claimStatus: { instead: key('rc.dead'), why: 'without an answer there is nothing to continue' } },
    always,
  ],
  ['/freeze', key('wy.h'), key('wy.does.1'), form, always],
  ['/frozen', key('fz.h'), key('fz.go'), still, always],
  [
    '/notice /n',
    key('re.ask'),
    text('Lin Qiao'),
    { readNotice: { instead: key('wy.expired'), why: 'the link is as good as dead' } },
    always,
    { tail: '#mailed' },
  ],
  ['/guardian', key('gd.h', { name: 'Lin Xiao' }), key('gd.refuse'), { openInvitation: 'card' }, always, { tail: '#token' }],
  ['/receipt /r', key('er.h'), key('er.k.trail'), { showReceipt: 'card' }, always, { tail: '#token' }],
  ['/undo-upgrade /u', key('ln.merge.h'), key('ln.merge.h'), button, always, { tail: '?token=mailed' }],
  ['/activate-email', key('ln.activate.h'), key('ln.activate.h'), button, always, { tail: '?token=mailed' }],
  ['/logout', key('title.signedOut'), key('title.signIn'), still, always],
  ['/apply-cancellation', key('title.applyDelete'), key('ex.del.support'), 'a text for visitors without a ticket', always],
  ['/403', key('title.403'), text('403'), still, always],
  ['/500', key('title.500'), text('500'), still, always],
  ['*', key('title.404'), text('404'), still, always, { tail: '/no-such-page' }],
  ['/agreement/:type', key('title.privacyPolicy'), text('What both sides agree on.'), { agreement: 'card' }, always, { param: 'private' }],
  ['/data-map', key('dt.kept'), key('dt.t.short'), 'a file that is the same for everybody', always],
  ['/consent', key('cs.h', { app: 'Field Notes' }), key('cs.allow'), { showInteraction: 'card' }, always, { tail: '?interaction=asked' }],
  ['/terms', key('tm.h'), key('tm.accept'), { showTerms: 'card' }, 'an account with nothing to answer is led on'],
  ['/qr', key('title.qr'), key('qr.phoneOver'), 'without a code it asks for nothing', always],
  ['/link', key('title.link'), key('ln.code'), form, always],
  [
    '/oauth-logout',
    key('lo.h'),
    key('lo.all'),
    still,
    always,
    { routeData: { action: '/oidc/session/end/confirm', xsrf: 'x', app: { name: names } } },
  ],
  [
    '/oauth-error',
    key('oe.h'),
    key('oe.again', { app: 'Field Notes' }),
    still,
    always,
    { routeData: { error: 'session_not_found', app: { name: names, home: 'https://notes.example/' } } },
  ],
  ['/pc-account-home', text('Lin Xi'), text('Field Notes'), { metainfo: 'card', listApps: 'card', listDevices: 'card' }, key('ap.empty')],
  ['/avatar', key('title.avatar'), key('pf.choose'), 'the present picture comes with the account, which the page works without', always],
  ['/privacy-information', key('title.profile'), text('Cedar Works'), account, key('pf.empty')],
  [
    '/pc-security /mobile-security',
    key('title.security'),
    text('li•••@example.com'),
    {
      metainfo: 'card',
      showCheckup: 'card',
      showNotices: { instead: key('title.activity'), why: 'the row leads to the page, which says it' },
    },
    key('st.unbound'),
  ],
  ['/pc-way/:way', key('sec.phone'), key('btn.change'), account, oneItem, { param: 'phone' }],
  ['/pc-social-accounts /mobile-social-accounts', key('title.social'), text('Forest'), account, key('st.unbound')],
  [
    '/pc-application /mobile-application',
    key('nav.apps'),
    text('Field Notes'),
    {
      listApps: 'card',
      listInvitations: { instead: text('Field Notes'), why: 'an invitation is beside the list, which does not wait for it' },
    },
    key('ap.empty'),
  ],
  [
    '/pc-application/:id /mobile-application/:id',
    text('Field Notes'),
    key('ap.remove'),
    { listApps: 'card', listPrograms: { instead: key('ap.remove'), why: 'computers are beside the app, which does not wait for them' } },
    key('ap.empty'),
    { param: 'notes' },
  ],
  [
    '/device /mobile-device-info',
    key('nav.devices'),
    text('Old Notebook'),
    {
      listDevices: 'card',
      showSettings: { instead: key('sy.title'), why: 'the row leads to the page, which says it' },
      listPrograms: { instead: text('Old Notebook'), why: 'a device without its apps is a device' },
    },
    key('dv.this'),
  ],
  ['/pc-settings-sync /mobile-settings-sync', key('sy.title'), text('Workstation'), { showSettings: 'card' }, key('sy.offB')],
  ['/pc-data /mobile-data', key('dt.h'), key('ch.mail'), { listExports: 'card', listChoices: 'card' }, key('ex.getSub')],
  ['/pc-data-copy /mobile-data-copy', key('ex.h'), key('ex.remove'), { listExports: 'card' }, key('ex.getSub')],
  ['/pc-data-requests /mobile-data-requests', key('rq.h'), text('7K2Q-9DMX'), { listRightsRequests: 'card' }, key('rq.none')],
  [
    '/pc-data-requests/:id /mobile-data-requests/:id',
    key('rq.one'),
    text('7K2Q-9DMX'),
    { showRightsRequest: 'card' },
    'every request has a text',
    { param: 'request' },
  ],
  ['/pc-family /mobile-family', key('gd.family'), text('Lin Xiao'), { listChildren: 'card' }, key('gd.hasCode')],
  ['/pc-activity /mobile-activity', key('title.activity'), key('ac.e.sign-in.password'), { listActivity: 'card' }, key('ac.empty')],
  [
    '/pc-data-agreements /mobile-data-agreements',
    key('hi.title'),
    key('hi.notYet', { version: '2026.2' }),
    { listAgreements: 'card', listConsents: 'card' },
    key('hi.empty'),
  ],
  ['/pc-notices /mobile-notices', key('ns.title'), key('ns.v.both'), { showNotices: 'card' }, key('ns.h')],
  [
    '/pc-transparency /mobile-transparency',
    key('tp.title'),
    text('li•••@example.com'),
    { listMessages: 'card', listStaffAccess: 'card' },
    key('tp.msg.none'),
  ],
  [
    '/cancellation',
    key('nav.delete'),
    key('dl.h'),
    { metainfo: 'card', checkDeletion: 'card', agreement: 'card' },
    'every account has something to lose',
  ],
  ['/developer', key('title.dev'), text('app-q3v8dz1kt6ycfm5b'), { showDeveloper: 'card' }, key('dc.empty.h')],
  ['/developer/new', key('dc.new'), key('dc.f.kind'), form, always],
  [
    '/developer/try',
    key('dc.n.try'),
    key('dc.st.refresh'),
    'it sends the answer of a sign-in, and leads to the trial',
    always,
    { tail: '?code=c&state=s' },
  ],
  [
    '/developer/guides',
    key('dc.n.guides'),
    text('web-app.ts'),
    'the examples come with the page; without the list of apps they have their own values',
    always,
  ],
  ['/developer/scopes', key('dc.n.scopes'), text('offline_access'), still, always],
  [
    '/developer/apps/:id',
    key('dc.n.overview'),
    key('dc.c.codeTwice'),
    { showOwnApp: 'card', showUsage: 'card', listFailures: 'card' },
    key('dc.log.empty'),
    { param: app },
  ],
  [
    '/developer/apps/:id/settings',
    key('dc.n.settings'),
    key('dc.f.redirects'),
    { showOwnApp: 'card' },
    'every app has settings',
    { param: app },
  ],
  ['/developer/apps/:id/keys', key('dc.n.keys'), text('w8Fd'), { showOwnApp: 'card' }, key('dc.k.keysLead'), { param: app }],
  [
    '/developer/apps/:id/try',
    key('dc.n.try'),
    key('dc.st.noRefresh'),
    { showOwnApp: 'card', showTry: 'card' },
    'a trial has been run',
    { param: app, tail: '?run=run-1' },
  ],
  ['/developer/apps/:id/testers', key('dc.n.testers'), key('dc.tu.accepted'), { showOwnApp: 'card' }, key('dc.tu.empty.h'), { param: app }],
  [
    '/developer/apps/:id/signals',
    key('dc.n.signals'),
    key('dc.sg.on'),
    { showOwnApp: 'card', listStreams: 'card' },
    key('dc.sg.empty.h'),
    { param: app },
  ],
  [
    '/developer/apps/:id/logs',
    key('dc.n.logs'),
    key('dc.c.codeTwice'),
    { showOwnApp: 'card', listFailures: 'card' },
    key('dc.log.empty'),
    { param: app },
  ],
  ['/mobile-account-home', key('title.userCenter'), text('Lin Xi'), account, key('nav.profile')],
  ['/mobile-account-info', key('title.basic'), text('Lin Xi'), account, key('pf.empty')],
  ['/mobile-privacy-info', key('title.personal'), text('Cedar Works'), account, key('pf.empty')],
  ['/mobile-modify-info/forgotPassword', key('title.recover'), key('f.getCode'), form, always],
  ['/mobile-modify-info/:type', key('title.phone'), key('btn.remove'), account, oneItem, { param: 'phone' }],
  ['/mobile-modify-base/:type', key('title.nickname'), key('btn.save'), account, oneItem, { param: 'nickname' }],
  ['/mobile-modify-privacy/:type', key('title.personal'), key('btn.save'), account, oneItem, { param: 'company' }],
  ['/mobile-result-center/:type', key('title.resReset'), key('rs.reset.b'), still, always, { param: 'resetPassword' }],
  ['/pc-passkeys /mobile-passkeys', key('pk.title'), text('Forest Phone'), { listPasskeys: 'card' }, key('pk.emptyH')],
  ['/pc-two-step /mobile-two-step', key('ts.title'), key('rc.title'), { twoStep: 'card' }, key('ts.turnOn')],
  [
    '/mobile-cancellation/:step',
    key('nav.delete'),
    key('dl.h'),
    { metainfo: 'card', checkDeletion: 'card', agreement: 'card' },
    'every account has something to lose',
    { param: 'statement' },
  ],
  [
    '/mobile-account-upgrade/:step /account-upgrade/:step',
    key('home.upgrade.h'),
    text('Old Lin'),
    { bindLegacyAccount: 'card' },
    'a legacy account has been chosen',
    { param: 'account', kept: { 'upgrade.visit': JSON.stringify({ legacyId: 'old', tickets: ['proven'] }) } },
  ],
  ['/mobile-safety-inspection', key('vf.h'), key('vf.other'), account, oneItem, { tail: '?action=changePhone' }],
  ['/mobile-unbind', key('title.unbind'), key('btn.unbind'), account, oneItem, { tail: '?platform=wechat' }],
];

/** Every route of the application, by path. */
export const screens: Readonly<Record<string, Screen>> = Object.fromEntries(
  rows.flatMap(([paths, heading, full, reads, empty, { param = '', tail = '', ...more } = {}]) =>
    paths.split(' ').map((path) => {
      const at = path.replace('*', '').replace(/:\w+/, param) + tail;
      return [path, { at, heading, full, reads, empty, ...more }];
    }),
  ),
);
