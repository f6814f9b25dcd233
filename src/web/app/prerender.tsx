import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { provideAppConfig } from '#web/lib/page/app-config.ts';
import { translate, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { provideTexts } from '#web/lib/load-texts.ts';
import { htmlLang } from '#web/lib/texts/language.ts';
import { loadPack, type Texts } from '#web/lib/texts/texts.ts';
import { provideDesktopWindow } from '#web/lib/page/desktop-window.ts';
import { provideVendor } from '#web/lib/page/vendor.ts';
import { App } from './app.tsx';
import { accountFrameChunk, developerFrameChunk, loadFrame } from './pages/frames.ts';
import { knowPages, matchPath, redirectOf, type Match } from './pages/match.ts';
import { packsOf } from './packs.ts';
import {
  firstRedirects,
  failureRoute,
  firstRoutes,
  isOfBothLayouts,
  isSignedIn,
  notFoundRoute,
  type Redirect,
  type Route,
} from './pages/first-routes.ts';
import { redirects, routes } from './pages/routes.ts';
import { loadScreen, screenChunks, otherPages } from './pages/screens.ts';
import { documentTitle, titleKeyOf, titleSuffix } from './pages/title-of.ts';
import type { View } from './pages/view.ts';

knowPages({ redirects, routes });

export interface PageVariant {
  readonly language: Language;
  readonly vendor: boolean;
  readonly desktopWindow?: boolean;
  readonly config: AppConfig;
}

/** Facts about a URL that the server needs before it renders. */
export interface PageInfo {
  /** URLs with the same key have the same page. */
  readonly key: string;
  readonly status: 200 | 404;
  readonly guard: Route['guard'];
  /** Whether the page may load a third-party captcha. */
  readonly captcha: boolean;
}

export interface RenderedPage {
  readonly lang: string;
  readonly title: string;
  /** The HTML that the application hydrates; empty if it depends on more than the URL. */
  readonly html: string;
  /** The source modules whose chunks the page needs immediately. */
  readonly modules: readonly string[];
  /** The path of the HTML, or empty. */
  readonly page: string;
  /** The texts of the reload dialog, for the case that the text files do not load. */
  readonly reload: { readonly text: string; readonly button: string };
}

/** The page of a path with a query. */
export function pageInfo(url: string): PageInfo {
  const { path, query } = partsOf(url);
  const redirect = redirectOf(path);
  if (redirect !== undefined) return { key: redirect.path, status: 200, guard: redirect.path === '/' ? 'account' : 'any', captcha: false };
  const match = matchPath(path);
  const { route } = match;
  const status = route === notFoundRoute ? 404 : 200;
  return {
    key: (isFixed(match) ? match.path : route.path) + titleQuery(route, query),
    status,
    guard: route.guard,
    captcha: route.captcha === true,
  };
}

/** Renders a page as a visitor or a signed-in account sees it before any data has loaded. */
export async function renderPage(key: string, variant: PageVariant): Promise<RenderedPage> {
  const { path, query } = partsOf(key);
  const redirect = redirectOf(path);
  const match = matchPath(path);
  const packs = redirect === undefined ? packsOf(match.route) : (['app'] as const);
  const texts = Object.assign({}, ...(await Promise.all(packs.map((pack) => loadPack(pack, variant.language)))));
  const view = redirect === undefined && isDrawable(path, match) ? await viewOf(match) : undefined;
  // No await from here on: a render of another variant must not run in between.
  provide(variant, texts);
  const titleKey = redirect === undefined ? titleKeyOf(match, query) : titleOfRedirect(redirect);
  return {
    lang: htmlLang(variant.language),
    title: documentTitle(titleKey === '' ? '' : translate(titleKey), titleSuffix()),
    html: view === undefined ? '' : draw(view),
    modules: [
      ...(redirect === undefined ? modulesOf(match.route) : firstRedirects.includes(redirect) ? [] : [otherPages]),
      ...packs.map((pack) => `texts/${variant.language}/${pack}`),
    ],
    page: view === undefined ? '' : match.path,
    reload: { text: translate('sys.reload'), button: translate('sys.reloadBtn') },
  };
}

/** The pages that people load first; they are rendered in advance. */
export const firstPages: readonly string[] = firstRoutes.filter((route) => route !== failureRoute).map(({ path }) => path);

function draw(view: View): string {
  return renderToString(
    <StrictMode>
      <App first={view} />
    </StrictMode>,
  );
}

async function viewOf(match: Match): Promise<View> {
  const [Screen, Frame] = await Promise.all([loadScreen(match.route.screen), loadFrame(match.route.frame)]);
  return { match, Screen, Frame };
}

function provide({ language, vendor, desktopWindow = false, config }: PageVariant, texts: Texts): void {
  provideAppConfig(config);
  provideVendor(vendor);
  provideDesktopWindow(desktopWindow);
  provideTexts({ language, texts });
}

/** True if the URL determines the page: no parameter, or only parameters with known values. */
function isFixed({ route }: Match): boolean {
  const parameters = route.path.split('/').filter((part) => part.startsWith(':'));
  return route !== notFoundRoute && parameters.every((part) => route.values?.[part.slice(1)] !== undefined);
}

/**
 * False for pages with open parameters and for frames of a layout that only the browser knows. The not-found page looks
 * the same at every URL.
 */
function isDrawable(path: string, match: Match): boolean {
  return path === notFoundRoute.path || (isFixed(match) && !isOfBothLayouts(match.route.frame));
}

function partsOf(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', search = ''] = url.split('?', 2);
  return { path, query: new URLSearchParams(search) };
}

/** The part of the query that changes the title. Only listed values, so that there are few pages. */
function titleQuery({ titledBy = {} }: Route, query: URLSearchParams): string {
  const found = Object.entries(titledBy).find(([name, values]) => values.includes(query.get(name) ?? ''));
  return found === undefined ? '' : `?${found[0]}=${query.get(found[0])}`;
}

/** The title of the target, if it is the same in both layouts. */
function titleOfRedirect({ to }: Redirect): MessageKey | '' {
  const [title = '', ...others] = new Set(Object.values(to).map((path) => titleKeyOf(matchPath(path), new URLSearchParams())));
  return others.length === 0 ? title : '';
}

function modulesOf(route: Route): string[] {
  if (route.frame === 'developer') return [...screenChunks(route.screen), developerFrameChunk];
  return [...screenChunks(route.screen), ...(isSignedIn(route.frame) ? [accountFrameChunk] : [])];
}
