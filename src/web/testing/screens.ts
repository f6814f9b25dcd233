import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { developerScreens } from './developer-screens.ts';
import { always, form, key, still, text, type Screen } from './screen.ts';

const account = { metainfo: 'card' } as const;
const button = 'a question: it asks for nothing before the button is pressed';
const oneItem = 'it is about one item of an account, with a value or without';

function status(code: 403 | 404 | 500, at: string): Screen {
  return { at, heading: key(`title.${code}`), full: text(String(code)), reads: still, empty: always };
}

function mailed(at: string, heading: MessageKey): Screen {
  return { at: `${at}?token=mailed`, heading: key(heading), full: key(heading), reads: button, empty: always };
}

function receipt(at: string): Screen {
  return { at: `${at}#token`, heading: key('er.h'), full: key('er.k.trail'), reads: { showReceipt: 'card' }, empty: always };
}

function acting(at: string): Screen {
  return {
    at: `${at}#mailed`,
    heading: key('re.ask'),
    full: text('Lin Qiao'),
    reads: { readNotice: { instead: key('wy.expired'), why: 'the link is as good as dead' } },
    empty: always,
  };
}

function result(at: string, heading: MessageKey, full: MessageKey): Screen {
  return { at, heading: key(heading), full: key(full), reads: still, empty: always };
}

const appNames = { zh_CN: 'Field Notes', en_US: 'Field Notes' };
const oauthError: Omit<Screen, 'at'> = {
  heading: key('oe.h'),
  full: key('oe.again', { app: 'Field Notes' }),
  reads: still,
  empty: always,
  routeData: { error: 'session_not_found', app: { name: appNames, home: 'https://notes.example/' } },
};
const oauthLogout: Omit<Screen, 'at'> = {
  heading: key('lo.h'),
  full: key('lo.all'),
  reads: still,
  empty: always,
  routeData: { action: '/oidc/session/end/confirm', xsrf: 'x', app: { name: appNames } },
};
const apps: Omit<Screen, 'at'> = {
  heading: key('nav.apps'),
  full: text('Field Notes'),
  reads: {
    listApps: 'card',
    listInvitations: { instead: { text: 'Field Notes' }, why: 'an invitation is beside the list, which does not wait for it' },
  },
  empty: key('ap.empty'),
};
const app: Omit<Screen, 'at'> = {
  heading: text('Field Notes'),
  full: key('ap.remove'),
  reads: {
    listApps: 'card',
    listPrograms: { instead: key('ap.remove'), why: 'computers are beside the app, which does not wait for them' },
  },
  empty: key('ap.empty'),
};
const devices: Omit<Screen, 'at'> = {
  heading: key('nav.devices'),
  full: text('Old Notebook'),
  reads: {
    listDevices: 'card',
    showSettings: { instead: key('sy.title'), why: 'the row leads to the page, which says it' },
    listPrograms: { instead: text('Old Notebook'), why: 'a device without its apps is a device' },
  },
  empty: key('dv.this'),
};
const activity: Omit<Screen, 'at'> = {
  heading: key('title.activity'),
  full: key('ac.e.sign-in.password'),
  reads: { listActivity: 'card' },
  empty: key('ac.empty'),
};
const settings: Omit<Screen, 'at'> = {
  heading: key('sy.title'),
  full: text('Workstation'),
  reads: { showSettings: 'card' },
  empty: key('sy.offB'),
};
const data: Omit<Screen, 'at'> = {
  heading: key('dt.h'),
  full: key('ch.mail'),
  reads: { listExports: 'card', listChoices: 'card' },
  empty: key('ex.getSub'),
};
const agreements: Omit<Screen, 'at'> = {
  heading: key('hi.title'),
  full: key('hi.notYet', { version: '2026.2' }),
  reads: { listAgreements: 'card', listConsents: 'card' },
  empty: key('hi.empty'),
};
const security: Omit<Screen, 'at'> = {
  heading: key('title.security'),
  full: text('li•••@example.com'),
  reads: {
    ...account,
    showCheckup: 'card',
    showNotices: { instead: key('title.activity'), why: 'the row leads to the page, which says it' },
  },
  empty: key('st.unbound'),
};
const notices: Omit<Screen, 'at'> = {
  heading: key('ns.title'),
  full: key('ns.v.both'),
  reads: { showNotices: 'card' },
  empty: key('ns.h'),
};
const transparency: Omit<Screen, 'at'> = {
  heading: key('tp.title'),
  full: text('li•••@example.com'),
  reads: { listMessages: 'card', listStaffAccess: 'card' },
  empty: key('tp.msg.none'),
};
const dataCopy: Omit<Screen, 'at'> = {
  heading: key('ex.h'),
  full: key('ex.remove'),
  reads: { listExports: 'card' },
  empty: key('ex.getSub'),
};
const family: Omit<Screen, 'at'> = {
  heading: key('gd.family'),
  full: text('Lin Xiao'),
  reads: { listChildren: 'card' },
  empty: key('gd.hasCode'),
};
const requests: Omit<Screen, 'at'> = {
  heading: key('rq.h'),
  full: text('7K2Q-9DMX'),
  reads: { listRightsRequests: 'card' },
  empty: key('rq.none'),
};
const request: Omit<Screen, 'at'> = {
  heading: key('rq.one'),
  full: text('7K2Q-9DMX'),
  reads: { showRightsRequest: 'card' },
  empty: 'every request has a text',
};
const passkeys: Omit<Screen, 'at'> = {
  heading: key('pk.title'),
  full: text('Forest Phone'),
  reads: { listPasskeys: 'card' },
  empty: key('pk.emptyH'),
};
const twoStep: Omit<Screen, 'at'> = {
  heading: key('ts.title'),
  full: key('rc.title'),
  reads: { twoStep: 'card' },
  empty: key('ts.turnOn'),
};
const social: Omit<Screen, 'at'> = { heading: key('title.social'), full: text('Forest'), reads: account, empty: key('st.unbound') };
const deletion: Omit<Screen, 'at'> = {
  heading: key('nav.delete'),
  full: key('dl.h'),
  reads: { metainfo: 'card', checkDeletion: 'card', agreement: 'card' },
  empty: 'every account has something to lose',
};
const upgrade: Omit<Screen, 'at'> = {
  heading: key('home.upgrade.h'),
  full: text('Old Lin'),
  reads: { bindLegacyAccount: 'card' },
  empty: 'a legacy account has been chosen',
  kept: { 'upgrade.visit': JSON.stringify({ legacyId: 'old', tickets: ['proven'] }) },
};

/** Every route of the application, by path. */
export const screens: Readonly<Record<string, Screen>> = {
  '/login': { at: '/login', heading: key('si.h'), full: key('si.btn'), reads: form, empty: always },
  '/register': { at: '/register', heading: key('rg.h'), full: key('rg.btn'), reads: form, empty: always },
  '/register/support': { at: '/register/support', heading: key('title.recover'), full: key('rc.sub'), reads: form, empty: always },
  '/register/follow': {
    at: '/register/follow',
    heading: key('follow.h'),
    full: key('follow.skip'),
    reads: 'its code is optional: Skip leads on',
    empty: always,
  },
  '/register/result-center/cancellation': result('/register/result-center/cancellation', 'dl.ok.h', 'rs.done'),
  '/register/result-center/:type': result('/register/result-center/upgrade', 'title.resUpgrade', 'rs.up.b'),
  '/oauth/callback/:platform': {
    at: '/oauth/callback/wechat',
    heading: key('so.new.h'),
    full: text('Forest'),
    reads: { platformBindInfo: { instead: key('so.fail.other'), why: 'to try again is to go to the platform again' } },
    empty: always,
  },
  '/recover': {
    at: '/recover',
    heading: key('rc.dead'),
    full: key('rc.restart'),
    reads: { claimStatus: { instead: key('rc.dead'), why: 'without an answer there is nothing to go on with' } },
    empty: always,
  },
  '/freeze': { at: '/freeze', heading: key('wy.h'), full: key('wy.does.1'), reads: form, empty: always },
  '/frozen': { at: '/frozen', heading: key('fz.h'), full: key('fz.go'), reads: still, empty: always },
  '/notice': acting('/notice'),
  '/n': acting('/n'),
  '/guardian': {
    at: '/guardian#token',
    heading: key('gd.h', { name: 'Lin Xiao' }),
    full: key('gd.refuse'),
    reads: { openInvitation: 'card' },
    empty: always,
  },
  '/receipt': receipt('/receipt'),
  '/r': receipt('/r'),
  '/undo-upgrade': mailed('/undo-upgrade', 'ln.merge.h'),
  '/u': mailed('/u', 'ln.merge.h'),
  '/activate-email': mailed('/activate-email', 'ln.activate.h'),
  '/logout': { at: '/logout', heading: key('title.signedOut'), full: key('title.signIn'), reads: still, empty: always },
  '/apply-cancellation': {
    at: '/apply-cancellation',
    heading: key('title.applyDelete'),
    full: key('ex.del.support'),
    reads: 'a text for visitors without a ticket',
    empty: always,
  },
  '/403': status(403, '/403'),
  '/500': status(500, '/500'),
  '*': status(404, '/no-such-page'),
  '/agreement/:type': {
    at: '/agreement/private',
    heading: key('title.privacyPolicy'),
    full: text('What both sides agree on.'),
    reads: { agreement: 'card' },
    empty: always,
  },
  '/data-map': {
    at: '/data-map',
    heading: key('dt.kept'),
    full: key('dt.t.short'),
    reads: 'a file that is the same for everybody',
    empty: always,
  },
  '/consent': {
    at: '/consent?interaction=asked',
    heading: key('cs.h', { app: 'Field Notes' }),
    full: key('cs.allow'),
    reads: { showInteraction: 'card' },
    empty: always,
  },
  '/terms': {
    at: '/terms',
    heading: key('tm.h'),
    full: key('tm.accept'),
    reads: { showTerms: 'card' },
    empty: 'an account with nothing to answer is led on',
  },
  '/qr': { at: '/qr', heading: key('title.qr'), full: key('qr.phoneOver'), reads: 'without a code it asks for nothing', empty: always },
  '/link': { at: '/link', heading: key('title.link'), full: key('ln.code'), reads: form, empty: always },
  '/oauth-logout': { at: '/oauth-logout', ...oauthLogout },
  '/oauth-error': { at: '/oauth-error', ...oauthError },

  '/pc-account-home': {
    at: '/pc-account-home',
    heading: text('Lin Xi'),
    full: text('Field Notes'),
    reads: { metainfo: 'card', listApps: 'card', listDevices: 'card' },
    empty: key('ap.empty'),
  },
  '/avatar': {
    at: '/avatar',
    heading: key('title.avatar'),
    full: key('pf.choose'),
    reads: 'the present picture comes with the account, which the page works without',
    empty: always,
  },
  '/privacy-information': {
    at: '/privacy-information',
    heading: key('title.profile'),
    full: text('Cedar Works'),
    reads: account,
    empty: key('pf.empty'),
  },
  '/pc-security': { at: '/pc-security', ...security },
  '/mobile-security': { at: '/mobile-security', ...security },
  '/pc-way/:way': { at: '/pc-way/phone', heading: key('sec.phone'), full: key('btn.change'), reads: account, empty: oneItem },
  '/pc-social-accounts': { at: '/pc-social-accounts', ...social },
  '/pc-application': { at: '/pc-application', ...apps },
  '/pc-application/:id': { at: '/pc-application/notes', ...app },
  '/device': { at: '/device', ...devices },
  '/pc-settings-sync': { at: '/pc-settings-sync', ...settings },
  '/pc-data': { at: '/pc-data', ...data },
  '/pc-data-copy': { at: '/pc-data-copy', ...dataCopy },
  '/pc-data-requests': { at: '/pc-data-requests', ...requests },
  '/pc-data-requests/:id': { at: '/pc-data-requests/request', ...request },
  '/pc-family': { at: '/pc-family', ...family },
  '/pc-activity': { at: '/pc-activity', ...activity },
  '/pc-data-agreements': { at: '/pc-data-agreements', ...agreements },
  '/pc-notices': { at: '/pc-notices', ...notices },
  '/pc-transparency': { at: '/pc-transparency', ...transparency },
  '/cancellation': { at: '/cancellation', ...deletion },

  ...developerScreens,

  '/mobile-account-home': {
    at: '/mobile-account-home',
    heading: key('title.userCenter'),
    full: text('Lin Xi'),
    reads: account,
    empty: key('nav.profile'),
  },
  '/mobile-account-info': {
    at: '/mobile-account-info',
    heading: key('title.basic'),
    full: text('Lin Xi'),
    reads: account,
    empty: key('pf.empty'),
  },
  '/mobile-privacy-info': {
    at: '/mobile-privacy-info',
    heading: key('title.personal'),
    full: text('Cedar Works'),
    reads: account,
    empty: key('pf.empty'),
  },
  '/mobile-modify-info/forgotPassword': {
    at: '/mobile-modify-info/forgotPassword',
    heading: key('title.recover'),
    full: key('f.getCode'),
    reads: form,
    empty: always,
  },
  '/mobile-modify-info/:type': {
    at: '/mobile-modify-info/phone',
    heading: key('title.phone'),
    full: key('btn.remove'),
    reads: account,
    empty: oneItem,
  },
  '/mobile-modify-base/:type': {
    at: '/mobile-modify-base/nickname',
    heading: key('title.nickname'),
    full: key('btn.save'),
    reads: account,
    empty: oneItem,
  },
  '/mobile-modify-privacy/:type': {
    at: '/mobile-modify-privacy/company',
    heading: key('title.personal'),
    full: key('btn.save'),
    reads: account,
    empty: oneItem,
  },
  '/mobile-result-center/cancellation': result('/mobile-result-center/cancellation', 'dl.ok.h', 'rs.done'),
  '/mobile-result-center/:type': result('/mobile-result-center/resetPassword', 'title.resReset', 'rs.reset.b'),
  '/mobile-social-accounts': { at: '/mobile-social-accounts', ...social },
  '/mobile-application': { at: '/mobile-application', ...apps },
  '/mobile-application/:id': { at: '/mobile-application/notes', ...app },
  '/pc-passkeys': { at: '/pc-passkeys', ...passkeys },
  '/pc-two-step': { at: '/pc-two-step', ...twoStep },
  '/mobile-two-step': { at: '/mobile-two-step', ...twoStep },
  '/mobile-passkeys': { at: '/mobile-passkeys', ...passkeys },
  '/mobile-device-info': { at: '/mobile-device-info', ...devices },
  '/mobile-settings-sync': { at: '/mobile-settings-sync', ...settings },
  '/mobile-data': { at: '/mobile-data', ...data },
  '/mobile-data-copy': { at: '/mobile-data-copy', ...dataCopy },
  '/mobile-family': { at: '/mobile-family', ...family },
  '/mobile-data-requests': { at: '/mobile-data-requests', ...requests },
  '/mobile-data-requests/:id': { at: '/mobile-data-requests/request', ...request },
  '/mobile-activity': { at: '/mobile-activity', ...activity },
  '/mobile-data-agreements': { at: '/mobile-data-agreements', ...agreements },
  '/mobile-notices': { at: '/mobile-notices', ...notices },
  '/mobile-transparency': { at: '/mobile-transparency', ...transparency },
  '/mobile-cancellation/:step': { at: '/mobile-cancellation/statement', ...deletion },
  '/mobile-account-upgrade/:step': { at: '/mobile-account-upgrade/account', ...upgrade },
  '/account-upgrade/:step': { at: '/account-upgrade/account', ...upgrade },
  '/mobile-safety-inspection': {
    at: '/mobile-safety-inspection?action=changePhone',
    heading: key('vf.h'),
    full: key('vf.other'),
    reads: account,
    empty: oneItem,
  },
  '/mobile-unbind': {
    at: '/mobile-unbind?platform=wechat',
    heading: key('title.unbind'),
    full: key('btn.unbind'),
    reads: account,
    empty: oneItem,
  },
};
