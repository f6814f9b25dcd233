import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import type { Layout } from '#web/lib/page/layout.ts';
import type { TitleInput } from './title.ts';

/**
 * `desktop` and `mobile`: the signed-in shell of that layout; `account`: the signed-in shell of the current layout;
 * `developer`: the same with the navigation of the Developer Center; `bare`: one card in front of the growth rings;
 * `document`: a page of text under the ordinary header.
 */
export type Frame = 'desktop' | 'mobile' | 'account' | 'developer' | 'bare' | 'document';

/** The frames that have the layout of the browser. */
export function isOfBothLayouts(frame: Frame): frame is 'account' | 'developer' {
  return frame === 'account' || frame === 'developer';
}

/** The frames that load with the data of an account. */
export function isSignedIn(frame: Frame): boolean {
  return frame === 'desktop' || frame === 'mobile' || isOfBothLayouts(frame);
}

/** One route of spec 2. */
export interface Route {
  readonly path: string;
  /** The allowed values of a path parameter, if they are fixed; any other value is not found. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The document title without suffix; '' shows only the suffix (spec 2: result titles are blank). */
  readonly title: MessageKey | '' | ((input: TitleInput) => MessageKey | '');
  /** The heading of the page and of the app bar, where the specification orders another document title. */
  readonly heading?: MessageKey;
  /** Values of the query that change the title. The server sends the title for each of them. */
  readonly titledBy?: Readonly<Record<string, readonly string[]>>;
  readonly frame: Frame;
  /** `account`: only for a signed-in account. `visitor`: a signed-in account is redirected. `any`: both. */
  readonly guard: 'visitor' | 'account' | 'any';
  /** The name of its file (`screen-file.ts`), loaded on demand: `shared/sign-in/login`. */
  readonly screen: `${string}/${string}`;
  /** The layout of a page in a frame that both layouts share; other signed-in frames imply their layout. */
  readonly layout?: Layout;
  /**
   * The same page in the other layout, with the same parameters or by its parameter's value, perhaps with a query that
   * opens its dialog; the account home if there is none closer.
   */
  readonly twin?: string | Readonly<Record<string, string>>;
  /**
   * The target of Back in the mobile app bar, with the same parameters, or by the query; by default the mobile account
   * home. On wide screens the page above, named over the heading.
   */
  readonly up?: string | ((query: URLSearchParams) => string);
  /** Visitors request codes or sign in here: only these pages may load a third-party captcha (ADR 11). */
  readonly captcha?: true;
  /** A page with few words: centered vertically on narrow screens. */
  readonly centered?: true;
  /** The page shows in the header whose page it is (spec 2: only with a ticket), instead of the frame. */
  readonly ownMenu?: true;
  /** True if the home header replaces the app bar of the mobile shell. */
  readonly home?: true;
}

/** A path without a page: it redirects, replacing the history entry. */
export interface Redirect {
  readonly path: string;
  readonly to: Readonly<Record<Layout, string>>;
}

export const homePaths: Readonly<Record<Layout, string>> = { desktop: '/pc-account-home', mobile: '/mobile-account-home' };

const visitor = { frame: 'bare', guard: 'visitor', captcha: true } as const;
export const short = { frame: 'bare', guard: 'any', centered: true } as const;

/** The page for an unknown URL. */
export const notFoundRoute: Route = { ...short, path: '*', title: 'title.404', screen: 'shared/not-found' };

/** Instead of a page that fails. */
export const failureRoute: Route = { ...short, path: '/500', title: 'title.500', screen: 'shared/server-error' };

/** The pages that people load first, and the one instead of a page that fails; `routes.ts` has the others. */
export const firstRoutes: readonly Route[] = [
  { ...visitor, path: '/login', title: 'title.signIn', screen: 'shared/sign-in/login' },
  { ...visitor, path: '/register', title: 'title.signUp', screen: 'shared/account/register' },
  {
    frame: 'desktop',
    guard: 'account',
    path: homePaths.desktop,
    twin: homePaths.mobile,
    title: 'title.userCenter',
    screen: 'desktop/home',
  },
  {
    frame: 'mobile',
    guard: 'account',
    path: homePaths.mobile,
    twin: homePaths.desktop,
    home: true,
    title: 'title.userCenter',
    screen: 'mobile/home',
  },
  failureRoute,
];

/** The redirect that most sign-ins follow (spec 2). */
export const firstRedirects: readonly Redirect[] = [{ path: '/', to: homePaths }];
