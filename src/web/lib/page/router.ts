import { createContext, useContext, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';

/** The matched route: screens read their `{type}` or `{step}` here. */
export interface MatchedRoute {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The page's name in the current language; '' if it has none. */
  readonly title: string;
  /** True if the frame shows the name as the page's heading (the mobile app bar): then the screen must not. */
  readonly headed: boolean;
}

/** The route on screen. During a change of routes the previous route stays until the new screen has loaded. */
export const RouteContext = createContext<MatchedRoute>({ path: '/', params: {}, title: '', headed: false });

/** The path parameters of the route on screen. */
export function useParams(): Readonly<Record<string, string>> {
  return useContext(RouteContext).params;
}

/** The name of the page on screen, and whether its frame already shows it as the heading. */
export function useRouteTitle(): Pick<MatchedRoute, 'title' | 'headed'> {
  return useContext(RouteContext);
}

let pageName = '';

/** Names the page after what it shows, instead of by its route; '' before that is known. */
export function usePageName(name: string): void {
  useLayoutEffect(() => {
    pageName = name;
    tell();
    return () => {
      pageName = '';
      tell();
    };
  }, [name]);
}

/** The name that the page on screen has given itself, or ''. */
export function useOwnPageName(): string {
  return useSyncExternalStore(follow, () => pageName, nothing);
}

/** The path of the route on screen, without query. */
export function useRoutePath(): string {
  return useContext(RouteContext).path;
}

const followers = new Set<() => void>();

/** Tells all at once, so that React draws parents and children together. */
function tell(): void {
  for (const follower of followers) follower();
}

function follow(follower: () => void): () => void {
  if (followers.size === 0) addEventListener('popstate', tell);
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size === 0) removeEventListener('popstate', tell);
  };
}

const nothing = (): string => '';

/** The query of the URL; empty while a prerendered page hydrates. */
export function useQuery(): URLSearchParams {
  const search = useSyncExternalStore(follow, () => location.search, nothing);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The path of the URL, which changes before the route on screen. */
export function useUrlPath(): string {
  return useSyncExternalStore(follow, () => location.pathname, nothing);
}

/** A number that identifies a history entry, even among entries with the same URL. */
export function useHistoryEntry(): number {
  return useSyncExternalStore(follow, historyEntry, () => 0);
}

/** The number of the current history entry; 0 for the one that the browser made. */
export function historyEntry(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number' ? state.entry : 0;
}

let beforeLeaving: () => void = () => undefined;

/** Registers a listener that runs before every navigation of the app: the app notes the scroll position. */
export function onLeave(listener: () => void): void {
  beforeLeaving = listener;
}

const guards: ((event: PopStateEvent) => void)[] = [];

let later: ReturnType<typeof setTimeout> | undefined;

/**
 * Navigates after a delay, unless the person goes elsewhere first. False if a delayed navigation is already pending.
 */
export function navigateLater(go: () => void, ms: number): boolean {
  if (later !== undefined) return false;
  later = setTimeout(() => {
    later = undefined;
    go();
  }, ms);
  return true;
}

function stay(): void {
  clearTimeout(later);
  later = undefined;
}

if (typeof window !== 'undefined') {
  // Browsers call window listeners in order of registration; this one comes before all that follow the URL.
  addEventListener('popstate', (event) => guards.at(-1)?.(event));
  addEventListener('popstate', stay);
  addEventListener('pagehide', stay);
}

/**
 * The listener gets every history step before the application and may stop it; with several listeners, only the newest.
 * Returns a function that removes it.
 */
export function guardHistory(listener: (event: PopStateEvent) => void): () => void {
  guards.push(listener);
  return () => void guards.splice(guards.indexOf(listener), 1);
}

let documentFor: (path: string) => string | undefined = () => undefined;

/**
 * Registers which pages need a new document, and at which path: pages with a different content policy (ADR 11), and all
 * pages after a change of the person (ADR 39).
 */
export function loadDocumentsFor(pathOf: (path: string) => string | undefined): void {
  documentFor = pathOf;
}

/** Navigates within the application, without a new document unless the page needs one. The browser loads other URLs. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  const url = new URL(to, location.href);
  // The server serves the OpenID Connect paths: they are no pages of this application.
  if (url.origin !== location.origin || url.pathname.startsWith('/oidc/')) {
    location.assign(url);
    return;
  }
  const replace = options.replace === true;
  if (url.pathname !== location.pathname) stay();
  const path = documentFor(url.pathname);
  if (path !== undefined) {
    url.pathname = path;
    if (replace) location.replace(url);
    else location.assign(url);
    return;
  }
  beforeLeaving();
  const entry = replace ? historyEntry() : Date.now();
  history[replace ? 'replaceState' : 'pushState']({ entry }, '', url.pathname + url.search + url.hash);
  tell();
}
