import type { Layout } from '#web/lib/page/layout.ts';
import { firstRedirects, firstRoutes, homePaths, notFoundRoute, type Redirect, type Route } from './first-routes.ts';

/** The route of a URL and its parameters. An unknown URL matches the not-found page. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
}

/** Every page of the application. */
interface Pages {
  readonly routes: readonly Route[];
  readonly redirects: readonly Redirect[];
}

let pages: Pages = { routes: firstRoutes, redirects: firstRedirects };

/** Adds the pages that are seldom the first. */
export function knowPages({ routes, redirects }: Pages): void {
  pages = { routes, redirects };
}

/** Whether the page of a path is certain: all pages are known, or it is one of the first. */
export function isKnown(path: string): boolean {
  return pages.routes !== firstRoutes || redirectOf(path) !== undefined || matchPath(path).route !== notFoundRoute;
}

/**
 * The route of a path. A trailing slash is accepted. At an address of the OpenID provider the page is the one that the
 * server has drawn: its answer decides, and not the address.
 */
export function matchPath(path: string): Match {
  const clean = trim(path);
  const page = clean.startsWith('/oidc/') ? drawnPage() : clean;
  for (const route of pages.routes) {
    const params = paramsOf(route.path, page);
    if (params !== undefined && allowed(route, params)) return { route, params, path: clean };
  }
  return { route: notFoundRoute, params: {}, path: clean };
}

/** The target of a path that is a redirect. */
export function redirectOf(path: string): Redirect | undefined {
  const clean = trim(path);
  return pages.redirects.find((redirect) => redirect.path === clean);
}

/** The page for this layout, perhaps with a query: the page itself, its twin, or the account home (brief 9). */
export function pathFor(match: Match, layout: Layout): string {
  const { frame, twin } = match.route;
  const own = match.route.layout ?? (frame === 'desktop' || frame === 'mobile' ? frame : layout);
  if (own === layout) return match.path;
  const path = typeof twin === 'object' ? Object.values(match.params).map((value) => twin[value])[0] : twin;
  return path === undefined ? homePaths[layout] : filled(path, match.params);
}

/** A path with its parameters. */
export function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function drawnPage(): string {
  return document.querySelector<HTMLElement>('#root')?.dataset['page'] ?? '';
}

function trim(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const want = pattern.split('/');
  const have = path.split('/');
  if (want.length !== have.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of want.entries()) {
    const given = have[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== given) return undefined;
    } else {
      const value = decode(given);
      if (value === undefined || value === '') return undefined;
      params[part.slice(1)] = value;
    }
  }
  return params;
}

function allowed(route: Route, params: Readonly<Record<string, string>>): boolean {
  return Object.entries(route.values ?? {}).every(([name, values]) => values.includes(encodeURIComponent(params[name] ?? '')));
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
