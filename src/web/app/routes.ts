import type { ComponentType } from 'react';
import { legalPaths } from '#contract/vocabulary/agreement-types.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { limitedItems, profileItems } from '#contract/profile/items.ts';
import type { PackName } from '#web/lib/packs.ts';
import type { Layout } from '#web/lib/layout.ts';
import type { MessageKey } from '#web/lib/i18n.tsx';
import { deletionSteps } from '#contract/vocabulary/deletion.ts';
import { agreementPath, agreementTitles } from '#web/widgets/agreement-titles.ts';
import { resultTypes } from './result-types.ts';
import { modifyTitle } from './title.ts';

/** What a title rule may look at: the path's parameters and the query. */
export interface TitleInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** A screen and the source file whose chunk holds it (the build checks that the two agree). */
export interface LazyScreen {
  readonly chunk: string;
  readonly load: () => Promise<ComponentType>;
}

/**
 * `desktop` and `mobile` stand in the signed-in shell of that layout, `account` in that of whichever there is; `bare` is one card before the growth rings, `plain` a page of text
 * under the ordinary header.
 */
export type Frame = 'desktop' | 'mobile' | 'account' | 'bare' | 'plain';

/** One route of spec 2. */
export interface Route {
  readonly path: string;
  /** The values that a path parameter may have, where they are known: anything else is no page. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The document title without suffix; '' is the suffix alone (spec 2: result titles are blanked). */
  readonly title: MessageKey | '' | ((input: TitleInput) => MessageKey | '');
  readonly frame: Frame;
  /** `account`: only for a signed-in account. `visitor`: who is signed in is led on. `any`: both. */
  readonly guard: 'visitor' | 'account' | 'any';
  readonly packs: readonly PackName[];
  readonly screen: LazyScreen;
  /** The layout of a page whose frame is that of both; a page in a signed-in frame of a layout has that one. */
  readonly layout?: Layout;
  /** The same page in the other layout, with the same parameters; the account home where there is no closer one. */
  readonly twin?: string;
  /** Where Back in the mobile app bar leads; the mobile account home where nothing is said. */
  readonly up?: string;
  /** Visitors ask for codes or sign in here: the page may load the captcha of others, which no other page may (ADR 27). */
  readonly captcha?: true;
  /** Few words: on narrow screens they stand in the middle. */
  readonly centred?: true;
  /** True where the app bar of the mobile shell gives way to the home header. */
  readonly home?: true;
}

/** A path that is no page: it leads on, replacing history. */
export interface Redirect {
  readonly path: string;
  readonly to: Readonly<Record<Layout, string>>;
}

export const homePaths: Readonly<Record<Layout, string>> = { desktop: '/pc-account-home', mobile: '/mobile-account-home' };

const result: LazyScreen = {
  chunk: 'screens/plain/result.tsx',
  load: async () => (await import('#web/screens/plain/result.tsx')).ResultScreen,
};

const oauthError: LazyScreen = {
  chunk: 'screens/plain/oauth-error.tsx',
  load: async () => (await import('#web/screens/plain/oauth-error.tsx')).OauthErrorScreen,
};

const oauthLogout: LazyScreen = {
  chunk: 'screens/plain/oauth-logout.tsx',
  load: async () => (await import('#web/screens/plain/oauth-logout.tsx')).OauthLogoutScreen,
};

const apps: LazyScreen = {
  chunk: 'screens/plain/apps.tsx',
  load: async () => (await import('#web/screens/plain/apps.tsx')).AppsScreen,
};

const devices: LazyScreen = {
  chunk: 'screens/plain/devices.tsx',
  load: async () => (await import('#web/screens/plain/devices.tsx')).DevicesScreen,
};

const visitor = { frame: 'bare', guard: 'visitor', packs: ['base', 'forms'] } as const;
const errorPage = { frame: 'bare', guard: 'any', packs: ['base'], centred: true } as const;
const resultPage = { frame: 'bare', guard: 'any', packs: ['base', 'forms'], centred: true, title: '' } as const;
const mailedLink = { frame: 'bare', guard: 'any', packs: ['base', 'forms', 'addresses'] } as const;
const upgrade = {
  frame: 'bare',
  captcha: true,
  guard: 'any',
  packs: ['base', 'forms', 'account', 'profile', 'upgrade'],
  values: { step: ['account', 'confirm', 'verify'] },
  title: 'title.ownership',
  screen: {
    chunk: 'screens/plain/account-upgrade.tsx',
    load: async () => (await import('#web/screens/plain/account-upgrade.tsx')).AccountUpgradeScreen,
  },
} as const;
const desktop = { frame: 'desktop', guard: 'account', packs: ['base', 'account'] } as const;
const mobile = { frame: 'mobile', guard: 'account', packs: ['base', 'account'] } as const;

const bindingsPacks = ['base', 'account', 'forms', 'bindings'] as const;
const deletion = {
  packs: ['base', 'account', 'forms', 'deletion'],
  title: 'title.delete',
  screen: {
    chunk: 'screens/plain/cancellation.tsx',
    load: async () => (await import('#web/screens/plain/cancellation.tsx')).CancellationScreen,
  },
} as const;

const profilePacks = ['base', 'account', 'forms', 'profile'] as const;
const openidPage = { frame: 'bare', guard: 'any', packs: ['base', 'openid'] } as const;

/** The page for an address that is none. */
export const notFoundRoute: Route = {
  ...errorPage,
  path: '*',
  title: 'title.404',
  screen: { chunk: 'screens/plain/not-found.tsx', load: async () => (await import('#web/screens/plain/not-found.tsx')).NotFoundScreen },
};

/** Every page of the application (spec 2 and the design's additions), in the order in which they are tried. */
export const routes: readonly Route[] = [
  {
    ...visitor,
    path: '/login',
    captcha: true,
    title: 'title.signIn',
    screen: { chunk: 'screens/plain/login.tsx', load: async () => (await import('#web/screens/plain/login.tsx')).LoginScreen },
  },
  {
    ...visitor,
    path: '/register',
    captcha: true,
    title: 'title.signUp',
    screen: { chunk: 'screens/plain/register.tsx', load: async () => (await import('#web/screens/plain/register.tsx')).RegisterScreen },
  },
  {
    ...visitor,
    path: '/register/support',
    guard: 'any',
    title: 'title.identity',
    screen: { chunk: 'screens/plain/recovery.tsx', load: async () => (await import('#web/screens/plain/recovery.tsx')).SupportScreen },
  },
  {
    ...visitor,
    path: '/register/follow',
    guard: 'any',
    title: 'title.follow',
    screen: { chunk: 'screens/plain/follow.tsx', load: async () => (await import('#web/screens/plain/follow.tsx')).FollowScreen },
  },
  { ...resultPage, path: '/register/result-center/cancellation', packs: ['base', 'forms', 'deletion'], screen: result },
  { ...resultPage, path: '/register/result-center/:type', values: { type: resultTypes }, screen: result },
  {
    ...visitor,
    path: '/oauth/callback/:platform',
    captcha: true,
    values: { platform: platforms },
    guard: 'any',
    packs: ['base', 'forms', 'bindings'],
    title: 'title.social',
    screen: {
      chunk: 'screens/plain/oauth-callback.tsx',
      load: async () => (await import('#web/screens/plain/oauth-callback.tsx')).OauthCallbackScreen,
    },
  },
  {
    ...mailedLink,
    path: '/undo-change',
    title: 'title.undo',
    screen: {
      chunk: 'screens/plain/undo-change.tsx',
      load: async () => (await import('#web/screens/plain/undo-change.tsx')).UndoChangeScreen,
    },
  },
  {
    ...mailedLink,
    path: '/undo-upgrade',
    packs: ['base', 'forms', 'addresses', 'upgrade'],
    title: 'title.undoMerge',
    screen: {
      chunk: 'screens/plain/undo-upgrade.tsx',
      load: async () => (await import('#web/screens/plain/undo-upgrade.tsx')).UndoUpgradeScreen,
    },
  },
  {
    ...mailedLink,
    path: '/activate-email',
    title: 'title.activate',
    screen: {
      chunk: 'screens/plain/activate-email.tsx',
      load: async () => (await import('#web/screens/plain/activate-email.tsx')).ActivateEmailScreen,
    },
  },
  {
    ...errorPage,
    path: '/logout',
    title: 'title.signedOut',
    screen: { chunk: 'screens/plain/logout.tsx', load: async () => (await import('#web/screens/plain/logout.tsx')).LogoutScreen },
  },
  {
    ...errorPage,
    path: '/apply-cancellation',
    title: 'title.applyDelete',
    packs: ['base', 'forms', 'deletion'],
    screen: {
      chunk: 'screens/plain/apply-cancellation.tsx',
      load: async () => (await import('#web/screens/plain/apply-cancellation.tsx')).ApplyCancellationScreen,
    },
  },
  {
    ...errorPage,
    path: '/403',
    title: 'title.403',
    screen: { chunk: 'screens/plain/forbidden.tsx', load: async () => (await import('#web/screens/plain/forbidden.tsx')).ForbiddenScreen },
  },
  {
    ...errorPage,
    path: '/500',
    title: 'title.500',
    screen: {
      chunk: 'screens/plain/server-error.tsx',
      load: async () => (await import('#web/screens/plain/server-error.tsx')).ServerErrorScreen,
    },
  },
  {
    path: '/agreement/:type',
    frame: 'plain',
    guard: 'any',
    packs: ['base'],
    values: { type: legalPaths },
    title: ({ params }) => agreementTitles[agreementPath(params['type'])],
    screen: { chunk: 'screens/plain/agreement.tsx', load: async () => (await import('#web/screens/plain/agreement.tsx')).AgreementScreen },
  },

  {
    ...openidPage,
    path: '/consent',
    guard: 'account',
    title: 'title.consent',
    screen: { chunk: 'screens/plain/consent.tsx', load: async () => (await import('#web/screens/plain/consent.tsx')).ConsentScreen },
  },
  {
    ...openidPage,
    path: '/link',
    guard: 'account',
    packs: ['base', 'forms', 'openid'],
    title: 'title.link',
    screen: { chunk: 'screens/plain/link.tsx', load: async () => (await import('#web/screens/plain/link.tsx')).LinkScreen },
  },
  // What the provider shows at its own addresses.
  { ...openidPage, path: '/oauth-logout', title: 'title.signOut', screen: oauthLogout },
  { ...openidPage, path: '/oidc/session/end', title: 'title.signOut', screen: oauthLogout },
  ...['/oauth-error', '/oidc/:call', '/oidc/:call/:step', '/oidc/:call/:step/:last'].map((path): Route => ({
    ...openidPage,
    path,
    title: 'title.oauthError',
    centred: true,
    screen: oauthError,
  })),

  {
    ...desktop,
    path: '/pc-account-home',
    title: 'title.userCenter',
    twin: '/mobile-account-home',
    screen: { chunk: 'screens/desktop/home.tsx', load: async () => (await import('#web/screens/desktop/home.tsx')).DesktopHomeScreen },
  },
  {
    path: '/avatar',
    frame: 'account',
    guard: 'account',
    packs: ['base', 'account', 'forms'],
    title: 'title.avatar',
    screen: { chunk: 'screens/plain/avatar.tsx', load: async () => (await import('#web/screens/plain/avatar.tsx')).AvatarScreen },
  },
  {
    ...desktop,
    path: '/privacy-information',
    packs: profilePacks,
    title: 'title.profile',
    twin: '/mobile-privacy-info',
    screen: {
      chunk: 'screens/desktop/privacy-information.tsx',
      load: async () => (await import('#web/screens/desktop/privacy-information.tsx')).PrivacyInformationScreen,
    },
  },
  {
    ...desktop,
    path: '/pc-security',
    packs: ['base', 'account', 'forms', 'addresses', 'bindings'],
    title: 'title.security',
    screen: { chunk: 'screens/desktop/security.tsx', load: async () => (await import('#web/screens/desktop/security.tsx')).SecurityScreen },
  },
  {
    ...desktop,
    path: '/pc-social-accounts',
    packs: bindingsPacks,
    title: 'title.social',
    twin: '/mobile-social-accounts',
    screen: {
      chunk: 'screens/desktop/social-accounts.tsx',
      load: async () => (await import('#web/screens/desktop/social-accounts.tsx')).SocialAccountsScreen,
    },
  },
  { ...desktop, path: '/pc-application', title: 'title.apps', twin: '/mobile-application', screen: apps },
  { ...desktop, path: '/device', title: 'title.device', twin: '/mobile-device-info', screen: devices },
  { ...desktop, ...deletion, path: '/cancellation', twin: '/mobile-cancellation/statement' },

  {
    ...mobile,
    path: '/mobile-account-home',
    title: 'title.userCenter',
    twin: '/pc-account-home',
    home: true,
    screen: { chunk: 'screens/mobile/home.tsx', load: async () => (await import('#web/screens/mobile/home.tsx')).MobileHomeScreen },
  },
  {
    ...mobile,
    path: '/mobile-account-info',
    packs: profilePacks,
    title: 'title.basic',
    twin: '/privacy-information',
    screen: {
      chunk: 'screens/mobile/account-info.tsx',
      load: async () => (await import('#web/screens/mobile/account-info.tsx')).MobileAccountInfoScreen,
    },
  },
  {
    ...mobile,
    path: '/mobile-privacy-info',
    packs: profilePacks,
    title: 'title.personal',
    twin: '/privacy-information',
    screen: {
      chunk: 'screens/mobile/privacy-info.tsx',
      load: async () => (await import('#web/screens/mobile/privacy-info.tsx')).MobilePrivacyInfoScreen,
    },
  },
  {
    ...mobile,
    path: '/mobile-modify-info/forgotPassword',
    guard: 'any',
    packs: ['base', 'account', 'forms'],
    title: 'title.forgot',
    twin: '/register/support',
    screen: {
      chunk: 'screens/plain/recovery.tsx',
      load: async () => (await import('#web/screens/plain/recovery.tsx')).ForgotPasswordScreen,
    },
  },
  {
    ...mobile,
    path: '/mobile-modify-info/:type',
    packs: ['base', 'account', 'forms', 'addresses'],
    title: modifyTitle,
    twin: '/pc-security',
    screen: {
      chunk: 'screens/mobile/modify-info.tsx',
      load: async () => (await import('#web/screens/mobile/modify-info.tsx')).ModifyInfoScreen,
    },
  },
  {
    ...mobile,
    path: '/mobile-modify-base/:type',
    packs: profilePacks,
    values: { type: [...limitedItems, 'gender', 'birthday'] },
    up: '/mobile-account-info',
    title: modifyTitle,
    twin: '/privacy-information',
    screen: {
      chunk: 'screens/mobile/modify-base.tsx',
      load: async () => (await import('#web/screens/mobile/modify-base.tsx')).ModifyBaseScreen,
    },
  },
  {
    ...mobile,
    path: '/mobile-modify-privacy/:type',
    packs: profilePacks,
    values: { type: profileItems },
    up: '/mobile-privacy-info',
    title: 'title.personal',
    twin: '/privacy-information',
    screen: {
      chunk: 'screens/mobile/modify-privacy.tsx',
      load: async () => (await import('#web/screens/mobile/modify-privacy.tsx')).ModifyPrivacyScreen,
    },
  },
  { ...resultPage, path: '/mobile-result-center/cancellation', packs: ['base', 'forms', 'deletion'], screen: result },
  { ...resultPage, path: '/mobile-result-center/:type', values: { type: resultTypes }, screen: result },
  {
    ...mobile,
    path: '/mobile-social-accounts',
    packs: bindingsPacks,
    title: 'title.social',
    twin: '/pc-social-accounts',
    screen: {
      chunk: 'screens/mobile/social-accounts.tsx',
      load: async () => (await import('#web/screens/mobile/social-accounts.tsx')).MobileSocialAccountsScreen,
    },
  },
  { ...mobile, path: '/mobile-application', title: 'title.apps', twin: '/pc-application', screen: apps },
  { ...mobile, path: '/mobile-device-info', title: 'title.device', twin: '/device', screen: devices },
  { ...mobile, ...deletion, path: '/mobile-cancellation/:step', values: { step: deletionSteps }, twin: '/cancellation' },
  { ...upgrade, path: '/mobile-account-upgrade/:step', layout: 'mobile', twin: '/account-upgrade/:step' },
  { ...upgrade, path: '/account-upgrade/:step', layout: 'desktop', twin: '/mobile-account-upgrade/:step' },
  {
    ...mobile,
    path: '/mobile-safety-inspection',
    packs: ['base', 'account', 'forms'],
    title: 'title.identity',
    twin: '/pc-security',
    screen: {
      chunk: 'screens/mobile/safety-inspection.tsx',
      load: async () => (await import('#web/screens/mobile/safety-inspection.tsx')).SafetyInspectionScreen,
    },
  },
  {
    ...mobile,
    path: '/mobile-unbind',
    packs: bindingsPacks,
    up: '/mobile-social-accounts',
    title: 'title.unbind',
    twin: '/pc-social-accounts',
    screen: { chunk: 'screens/mobile/unbind.tsx', load: async () => (await import('#web/screens/mobile/unbind.tsx')).MobileUnbindScreen },
  },
];

/** Paths that lead on by layout (spec 2). */
export const redirects: readonly Redirect[] = [
  { path: '/', to: homePaths },
  { path: '/edit-password', to: { mobile: '/mobile-modify-info/forgotPassword', desktop: '/register/support' } },
];
