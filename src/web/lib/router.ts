import { createContext, useContext, useMemo } from 'react';
import { navigate as write, useHistoryState, usePathname, useSearch } from 'wouter/use-browser-location';

/** What the route table made of the address: the screen reads its `{type}` or `{step}` here. */
export interface MatchedRoute {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The page's name in the current language; '' where it has none. */
  readonly title: string;
  /** True where the frame shows the name as the page's heading (the mobile app bar): then the screen must not. */
  readonly headed: boolean;
}

/** The route on screen. During a change of routes it stays the old one until the new screen has arrived. */
export const RouteContext = createContext<MatchedRoute>({ path: '/', params: {}, title: '', headed: false });

/** The path parameters of the route on screen. */
export function useParams(): Readonly<Record<string, string>> {
  return useContext(RouteContext).params;
}

/** The name of the page on screen, and whether its frame already shows it as the heading. */
export function useRouteTitle(): Pick<MatchedRoute, 'title' | 'headed'> {
  return useContext(RouteContext);
}

/** The path of the route on screen, without query. */
export function useRoutePath(): string {
  return useContext(RouteContext).path;
}

/** The query of the address; empty while a prerendered page hydrates, then the real one. */
export function useQuery(): URLSearchParams {
  const search = useSearch({ ssrSearch: '' });
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The address bar's path, which runs ahead of the route on screen. */
export function useContactPath(): string {
  return usePathname({ ssrPath: '' });
}

/** A number that tells one history entry from another, also between two entries of the same address. */
export function useHistoryEntry(): number {
  const state: unknown = useHistoryState();
  return entryOf(state);
}

/** The current history entry's number; 0 for the one that the browser made. */
export function historyEntry(): number {
  return entryOf(history.state);
}

function entryOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number' ? state.entry : 0;
}

let beforeLeaving: () => void = () => undefined;

/** Called with every navigation of the app, before the address changes: the app notes the scroll position. */
export function onLeave(listener: () => void): void {
  beforeLeaving = listener;
}

const guards: ((event: PopStateEvent) => void)[] = [];

let later: ReturnType<typeof setTimeout> | undefined;

/** Goes somewhere in so many milliseconds, unless the person goes elsewhere before. False while that is under way already. */
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
  // Browsers ask the listeners of the window in the order in which they came: this one is here before anybody follows the address.
  addEventListener('popstate', (event) => guards.at(-1)?.(event));
  addEventListener('popstate', stay);
  addEventListener('pagehide', stay);
}

/** Hears of every step in history before the application does, and may keep it from it: the newest of several. Returns what ends that. */
export function guardHistory(listener: (event: PopStateEvent) => void): () => void {
  guards.push(listener);
  return () => void guards.splice(guards.indexOf(listener), 1);
}

let documentFor: (path: string) => string | undefined = () => undefined;

/**
 * The application says which of its pages need a document of their own, and at which path: those with another policy than this one's (ADR 27),
 * and all of them once the person is another one (ADR 39).
 */
export function loadDocumentsFor(pathOf: (path: string) => string | undefined): void {
  documentFor = pathOf;
}

/** Goes to a path of this application without loading a document, unless it needs one. Anything else is loaded by the browser. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  const url = new URL(to, location.href);
  // The protocol of apps is the server's: no page of this application.
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
  write(url.pathname + url.search + url.hash, { replace, state: { entry } });
}
