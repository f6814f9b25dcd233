import { legalPaths } from '#contract/account/agreements/agreement-types.words.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { limitedItems, profileItems } from '#contract/account/profile/items.ts';
import { resultTypes } from '#contract/vocabulary/result-types.ts';
import type { Layout } from '#web/lib/page/layout.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { deletionSteps } from '#contract/vocabulary/deletion.ts';
import { agreementPath, agreementTitles } from '#web/widgets/agreements/agreement-titles.ts';
import { beforeUnbinding } from '#web/widgets/sign-in/unbind-paths.ts';
import { firstRedirects, firstRoutes, homePaths, short, type Redirect, type Route } from './first-routes.ts';
import { fromTypes, modifyTitle, type TitleInput } from './title.ts';

const open = { frame: 'bare', guard: 'any' } as const;
const account = { frame: 'bare', guard: 'account' } as const;
const result = { ...short, title: '', screen: 'shared/account/result' } as const;
const flowResult = { ...result, values: { type: resultTypes } } as const;
const upgradeSteps = { step: ['account', 'confirm', 'verify'] } as const;
const upgrade = {
  ...open,
  captcha: true,
  values: upgradeSteps,
  title: 'title.ownership',
  screen: 'account/upgrade/upgrade-steps',
} as const;
const desktop = { frame: 'desktop', guard: 'account' } as const;
const mobile = { frame: 'mobile', guard: 'account' } as const;
const security: Readonly<Record<Layout, string>> = inBoth('/pc-security');
const data: Readonly<Record<Layout, string>> = inBoth('/pc-data');
const developer = { frame: 'developer', guard: 'account', up: '/developer' } as const;
const deletion = { title: 'title.delete', heading: 'nav.delete', screen: 'shared/account/cancellation' } as const;
const basicItem = { type: [...limitedItems, 'gender', 'birthday'] } as const;

/** The types of mobile-modify-info, each with its page of the desktop layout. */
const infoTwins = {
  phone: '/pc-way/phone',
  email: '/pc-way/email',
  password: '/pc-way/password',
  setPassword: '/pc-way/password',
  setInitialPassword: '/pc-way/password',
  verify: '/pc-security',
  nickname: '/privacy-information',
  username: '/privacy-information',
} as const;

/** Types of the title table (spec 2) that are pages only of mobile-modify-info. */
const infoOnly = ['phone', 'email', 'password', 'verify', 'forgotPassword', 'setInitialPassword', 'setPassword'] as const;
const privateItem = { type: profileItems } as const;
const logoutTitle = ({ query }: TitleInput): MessageKey => (query.get('reason') === 'risk' ? 'title.locked' : 'title.signedOut');
/** A phone and an email are removed, a social account is unlinked. */
const unbindTitle = ({ query }: TitleInput): MessageKey => {
  const contact = query.get('contact');
  return contact === 'phone' || contact === 'email' ? `ad.unbind.${contact}` : 'title.unbind';
};
const wayTitle = ({ params: { way } }: TitleInput): MessageKey =>
  way === 'password' ? 'title.password' : way === 'phone' ? 'sec.phone' : 'sec.email';
const agreementTitle = ({ params }: TitleInput): MessageKey => agreementTitles[agreementPath(params['type'])];

/** An app of the Developer Center. */
const ofApp = '/developer/apps/:id';

/** The path of a page in both layouts, by that of the desktop. */
function inBoth(desktopPath: string): Readonly<Record<Layout, string>> {
  return { desktop: desktopPath, mobile: desktopPath.replace('/pc-', '/mobile-') };
}

interface PageOfBoth extends Pick<Route, 'title' | 'heading' | 'screen'> {
  /** Where it is not the path of the desktop with another beginning. */
  readonly mobile?: string;
  readonly up?: Readonly<Record<Layout, string>>;
}

/** A page of an account that is the same in both layouts. */
function both(path: string, { up, mobile: mobilePath = inBoth(path).mobile, ...page }: PageOfBoth): readonly Route[] {
  return [
    { ...desktop, ...page, path, twin: mobilePath, ...(up && { up: up.desktop }) },
    { ...mobile, ...page, path: mobilePath, twin: path, ...(up && { up: up.mobile }) },
  ];
}

/** Every page of the application (spec 2 and the additions of the design), in matching order. */
export const routes: readonly Route[] = [
  ...firstRoutes,
  { ...open, path: '/register/support', title: 'title.identity', screen: 'shared/account/support' },
  { ...short, path: '/register/follow', title: 'title.follow', screen: 'shared/apps/follow' },
  { ...result, path: '/register/result-center/cancellation' },
  { ...flowResult, path: '/register/result-center/:type' },
  {
    ...open,
    path: '/oauth/callback/:platform',
    captcha: true,
    values: { platform: platforms },
    title: 'title.social',
    screen: 'account/social-accounts/arrival-card',
  },
  { ...open, path: '/recover', title: 'title.recover', screen: 'shared/sign-in/recover' },
  { ...open, path: '/notice', title: 'title.notice', screen: 'protection/claims/notice-card' },
  { ...short, path: '/qr', title: 'title.qr', screen: 'sign-in/qr/qr-approval' },
  { ...open, path: '/n', title: 'title.notice', screen: 'protection/claims/notice-card' },
  { ...open, path: '/freeze', captcha: true, title: 'wy.h', screen: 'shared/protection/freeze' },
  { ...short, path: '/frozen', title: 'fz.h', screen: 'shared/protection/freeze' },
  { ...open, path: '/guardian', title: 'gd.title', screen: 'rights/family/guardian-card' },
  { ...open, path: '/receipt', title: 'er.h', screen: 'account/deletion/receipt-card' },
  { ...open, path: '/r', title: 'er.h', screen: 'account/deletion/receipt-card' },
  { ...open, path: '/undo-upgrade', title: 'title.undoMerge', screen: 'account/upgrade/undo-merge-card' },
  { ...open, path: '/u', title: 'title.undoMerge', screen: 'account/upgrade/undo-merge-card' },
  { ...open, path: '/activate-email', title: 'title.activate', screen: 'account/contacts/activate-email-card' },
  { ...short, path: '/logout', title: logoutTitle, titledBy: { reason: ['risk'] }, screen: 'shared/sign-in/logout' },
  {
    ...short,
    path: '/apply-cancellation',
    ownMenu: true,
    title: 'title.applyDelete',
    heading: 'nav.delete',
    screen: 'shared/account/apply-cancellation',
  },
  { ...short, path: '/403', title: 'title.403', screen: 'shared/forbidden' },
  {
    frame: 'document',
    guard: 'any',
    path: '/agreement/:type',
    values: { type: legalPaths },
    title: agreementTitle,
    screen: 'shared/account/agreement',
  },
  { frame: 'document', guard: 'any', path: '/data-map', title: 'dt.kept', screen: 'shared/rights/data-map' },

  { ...account, path: '/consent', title: 'title.consent', screen: 'apps/consent/consent-card' },
  { ...account, path: '/terms', title: 'tm.h', screen: 'shared/account/terms' },
  { ...account, path: '/link', title: 'title.link', screen: 'apps/link/device-link' },
  // Pages that the OpenID provider draws at its own addresses (`matchPath`).
  { ...open, path: '/oauth-logout', title: 'title.signOut', screen: 'apps/consent/sign-out-form' },
  { ...short, path: '/oauth-error', title: 'title.oauthError', screen: 'apps/consent/oauth-error' },

  { frame: 'account', guard: 'account', path: '/avatar', title: 'title.avatar', screen: 'shared/account/avatar' },
  {
    ...desktop,
    path: '/privacy-information',
    twin: '/mobile-privacy-info',
    title: 'title.profile',
    screen: 'desktop/privacy-information',
  },
  {
    ...desktop,
    up: security.desktop,
    path: '/pc-way/:way',
    values: { way: ['password', 'phone', 'email'] },
    twin: { password: '/mobile-modify-info/password', phone: '/mobile-modify-info/phone', email: '/mobile-modify-info/email' },
    title: wayTitle,
    screen: 'desktop/way',
  },
  {
    ...desktop,
    up: security.desktop,
    path: '/pc-social-accounts',
    twin: '/mobile-social-accounts',
    title: 'title.social',
    screen: 'desktop/social-accounts',
  },
  { ...desktop, ...deletion, path: '/cancellation', twin: '/mobile-cancellation/statement', up: data.desktop },
  ...both('/pc-security', { title: 'title.security', screen: 'shared/protection/security' }),
  ...both('/pc-passkeys', { up: security, title: 'pk.title', screen: 'sign-in/passkeys/passkeys-card' }),
  ...both('/pc-two-step', { up: security, title: 'ts.title', screen: 'shared/sign-in/two-step' }),
  ...both('/pc-activity', {
    up: security,
    title: 'title.activity',
    screen: 'protection/activity/activity-list',
  }),
  ...both('/pc-notices', { up: security, title: 'ns.title', screen: 'protection/notices/notices-form' }),
  ...both('/pc-transparency', { up: security, title: 'tp.title', screen: 'shared/rights/transparency' }),
  ...both('/pc-application', { title: 'title.apps', heading: 'nav.apps', screen: 'shared/apps/apps' }),
  ...both('/pc-application/:id', {
    up: inBoth('/pc-application'),
    title: 'title.apps',
    heading: 'nav.apps',
    screen: 'apps/apps/app-detail',
  }),
  ...both('/device', {
    mobile: '/mobile-device-info',
    title: 'title.device',
    heading: 'nav.devices',
    screen: 'shared/protection/devices',
  }),
  ...both('/pc-settings-sync', {
    up: { desktop: '/device', mobile: '/mobile-device-info' },
    title: 'sy.title',
    screen: 'apps/settings/settings-list',
  }),
  ...both('/pc-data', { title: 'dt.h', screen: 'shared/rights/data' }),
  ...both('/pc-data-copy', { up: data, title: 'ex.h', screen: 'shared/rights/data-copy' }),
  ...both('/pc-data-requests', { up: data, title: 'rq.h', screen: 'rights/requests/request-list' }),
  ...both('/pc-data-requests/:id', {
    up: inBoth('/pc-data-requests'),
    title: 'rq.one',
    screen: 'rights/requests/request-thread',
  }),
  ...both('/pc-data-agreements', {
    up: data,
    title: 'hi.title',
    screen: 'account/agreements/agreements-list',
  }),
  ...both('/pc-family', { up: data, title: 'gd.family', screen: 'rights/family/family-panel' }),

  { ...developer, path: '/developer', up: homePaths.mobile, title: 'title.dev', screen: 'apps/developer/home/developer-home' },
  { ...developer, path: '/developer/new', title: 'dc.new', screen: 'apps/developer/registration/register-form' },
  { ...developer, path: '/developer/try', title: 'dc.n.try', screen: 'apps/developer/try-it/try-answer' },
  { ...developer, guard: 'any', path: '/developer/guides', title: 'dc.n.guides', screen: 'apps/developer/guides/guides' },
  { ...developer, path: '/developer/scopes', title: 'dc.n.scopes', screen: 'apps/developer/guides/scope-guide' },
  { ...developer, path: ofApp, title: 'dc.n.overview', screen: 'apps/developer/overview' },
  ...Object.entries({
    settings: 'settings/settings',
    keys: 'app-secrets/app-secrets',
    try: 'try-it/try-it',
    testers: 'testers/testers',
    signals: 'streams/streams',
    logs: 'logs/logs',
  } as const).map(([name, file]) => ({
    ...developer,
    path: `${ofApp}/${name}`,
    up: ofApp,
    title: `dc.n.${name}` as MessageKey,
    screen: `apps/developer/${file}` as const,
  })),

  { ...mobile, path: '/mobile-account-info', twin: '/privacy-information', title: 'title.basic', screen: 'mobile/account-info' },
  {
    ...mobile,
    path: '/mobile-privacy-info',
    twin: '/privacy-information',
    up: '/mobile-account-info',
    title: 'title.personal',
    screen: 'mobile/privacy-info',
  },
  {
    ...mobile,
    guard: 'any',
    path: '/mobile-modify-info/forgotPassword',
    twin: '/register/support',
    title: 'title.forgot',
    heading: 'title.recover',
    screen: 'shared/sign-in/forgot-password',
  },
  {
    ...mobile,
    up: security.mobile,
    path: '/mobile-modify-info/:type',
    values: { type: Object.keys(infoTwins) },
    twin: infoTwins,
    title: modifyTitle,
    titledBy: { fromType: fromTypes },
    screen: 'mobile/modify-info',
  },
  {
    ...mobile,
    path: '/mobile-modify-base/:type',
    values: basicItem,
    up: '/mobile-account-info',
    twin: '/privacy-information',
    title: modifyTitle,
    titledBy: { fromType: fromTypes },
    screen: 'account/profile/lists/mobile-edit',
  },
  {
    ...mobile,
    path: '/mobile-modify-privacy/:type',
    values: privateItem,
    up: '/mobile-privacy-info',
    twin: '/privacy-information',
    title: 'title.personal',
    screen: 'account/profile/lists/mobile-edit',
  },
  { ...result, path: '/mobile-result-center/cancellation' },
  { ...flowResult, path: '/mobile-result-center/:type' },
  {
    ...mobile,
    up: security.mobile,
    path: '/mobile-social-accounts',
    twin: '/pc-social-accounts',
    title: 'title.social',
    screen: 'mobile/social-accounts',
  },
  { ...mobile, ...deletion, up: data.mobile, path: '/mobile-cancellation/:step', values: { step: deletionSteps }, twin: '/cancellation' },
  { ...upgrade, path: '/mobile-account-upgrade/:step', layout: 'mobile', twin: '/account-upgrade/:step' },
  { ...upgrade, path: '/account-upgrade/:step', layout: 'desktop', twin: '/mobile-account-upgrade/:step' },
  {
    ...mobile,
    path: '/mobile-safety-inspection',
    twin: '/pc-security',
    title: 'title.identity',
    heading: 'vf.h',
    screen: 'mobile/inspection',
  },
  {
    ...mobile,
    path: '/mobile-unbind',
    up: beforeUnbinding,
    twin: '/pc-social-accounts',
    title: unbindTitle,
    titledBy: { contact: ['phone', 'email'] },
    screen: 'mobile/unbind',
  },
];

/** Redirects by layout (spec 2). */
export const redirects: readonly Redirect[] = [
  ...firstRedirects,
  ...['/pc-checkup', '/mobile-checkup'].map((path) => ({ path, to: { mobile: '/mobile-security', desktop: '/pc-security' } })),
  { path: '/data', to: { mobile: '/mobile-data', desktop: '/pc-data' } },
  { path: '/family', to: { mobile: '/mobile-family', desktop: '/pc-family' } },
  { path: '/security-activity', to: { mobile: '/mobile-activity', desktop: '/pc-activity' } },
  { path: '/edit-password', to: { mobile: '/mobile-modify-info/forgotPassword', desktop: '/register/support' } },
  ...infoOnly.map((type) => {
    const to = `/mobile-modify-info/${type}`;
    return { path: `/mobile-modify-base/${type}`, to: { mobile: to, desktop: to } };
  }),
];
