import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { takeNews } from '#web/lib/person/news.ts';
import { RouteContext, useUrlPath, useHistoryEntry, useOwnPageName, useQuery, historyEntry, onLeave } from '#web/lib/page/router.ts';
import { track } from '#web/lib/api/pending.ts';
import { Announcer } from '#web/ui/feedback/announce.tsx';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';
import { dismissToast, showToast, Toaster } from '#web/ui/feedback/toast.tsx';
import { ErrorBoundary } from './failures/error-boundary.tsx';
import { goOn } from './go-on.ts';
import { isKnown, matchPath, type Match } from './pages/match.ts';
import { documentTitle, titleKeyOf, titleSuffix } from './pages/title-of.ts';
import { ReloadDialog } from './failures/reload-dialog.tsx';
import { isOfBothLayouts } from './pages/first-routes.ts';
import { knowPage, loadView, untilReachable, waitingView, type View } from './pages/view.ts';
import { tabStore } from '#web/lib/browser/browser.ts';

/** After this time the skeleton of the next page replaces the page before. */
const skeletonMs = 150;

/** The whole application; it starts when the data of the first page is complete. */
export function App({ first }: { readonly first: View }): ReactNode {
  const [view, setView] = useState(first);
  const { match, Screen, Frame } = view;
  const isBroken = useFollowUrl(view, setView);
  const title = usePageTitle(view);
  useArrival(view);
  useNews();
  const layout = useLayout();
  const { frame: asked } = match.route;
  const frame = isOfBothLayouts(asked) ? layout : asked;
  const route = useMemo(
    () => ({ path: match.path, params: match.params, title, headed: frame === 'mobile' && match.route.home !== true }),
    [match, title, frame],
  );
  return (
    <RouteContext value={route}>
      <ErrorBoundary page={match.path}>
        <Frame route={match.route}>
          <Screen key={match.path} />
        </Frame>
      </ErrorBoundary>
      <Announcer />
      <Toaster />
      <ReloadDialog open={isBroken} />
    </RouteContext>
  );
}

/**
 * Loads the page of a new URL and shows it when it is complete; until then the previous page stays, and soon its
 * skeleton stands there. Returns true if the page could not be loaded. Without a network that is no failure: the permanent
 * notice says so, and the page loads when the network is back.
 */
function useFollowUrl(view: View, show: (view: View) => void): boolean {
  const path = useUrlPath();
  const layout = useLayout();
  const [isBroken, setBroken] = useState(false);
  const [tries, setTries] = useState(1);
  const shown = useRef(view);
  shown.current = view;
  useEffect(() => {
    setBroken(false);
    dismissToast();
    // Hydration has no path; the first page is already correct.
    if (path === '') return undefined;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = async (match: Match): Promise<void> => {
      const waiting = await waitingView(shown.current.match, match);
      if (timer !== undefined && waiting !== undefined) show(waiting);
    };
    const stopWaiting = (): void => {
      clearTimeout(timer);
      timer = undefined;
    };
    const follow = async (): Promise<void> => {
      try {
        if (!isKnown(path)) {
          await untilReachable();
          await track(knowPage(path));
        }
        if (!current || goOn(layout)) return;
        const match = matchPath(path);
        if (match.path === shown.current.match.path && shown.current.isWaiting !== true) {
          // Back was pressed before the next page was on screen: discard that page.
          show(shown.current);
          return;
        }
        await untilReachable(match);
        if (!current) return;
        // Without a skeleton the page before stays.
        timer = setTimeout(() => void wait(match).catch(() => undefined), skeletonMs);
        const next = await track(loadView(match));
        if (!current) return;
        stopWaiting();
        startTransition(() => show(next));
      } catch {
        stopWaiting();
        if (!current) return;
        if (navigator.onLine) setBroken(true);
        else setTries((count) => count + 1);
      }
    };
    void follow();
    return () => {
      current = false;
      stopWaiting();
    };
  }, [path, layout, show, tries]);
  useEffect(() => {
    if (!isBroken) return undefined;
    // The browser notices a lost network late.
    const tryAgain = (): void => setTries((count) => count + 1);
    addEventListener('offline', tryAgain);
    return () => removeEventListener('offline', tryAgain);
  }, [isBroken]);
  return isBroken;
}

/** Shows the success that led to this document. */
function useNews(): void {
  useEffect(() => {
    const text = takeNews();
    if (text !== undefined) showToast({ kind: 'success', text });
  }, []);
}

/** The heading of the page in the current language. Sets the document title, which is the same unless the route orders another. */
function usePageTitle({ match }: View): string {
  const t = useT();
  const language = useLanguage();
  const key = titleKeyOf(match, useQuery());
  const title = key === '' ? '' : t(key);
  useEffect(() => {
    document.title = documentTitle(title, titleSuffix());
  }, [title, language]);
  const own = useOwnPageName();
  return own || (match.route.heading === undefined ? title : t(match.route.heading));
}

/** After a change of page: focuses the heading and scrolls to the top, or (Back) to the previous position. */
function useArrival(view: View): void {
  const entry = useHistoryEntry();
  const shown = useRef(view);
  useLayoutEffect(() => keepScroll(), []);
  useLayoutEffect(() => {
    const { match: before } = shown.current;
    if (shown.current === view) return;
    shown.current = view;
    // The skeleton of the page had the focus, unless it has moved on since.
    if (before === view.match && !isFocusLost()) return;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    showTop(entry);
  }, [view, entry]);
}

const storageKey = 'scroll';
let positions: Record<string, number> = {};

/** Keeps the scroll position of every history entry, also across a reload. Returns a function that stops it. */
function keepScroll(): () => void {
  history.scrollRestoration = 'manual';
  positions = { ...(tabStore.getRecord(storageKey) as typeof positions) };
  window.scrollTo(0, positions[historyEntry()] ?? 0);
  onLeave(note);
  // The browser reports back and forward only after the entry has changed, so note the position in advance.
  addEventListener('scrollend', note);
  addEventListener('pagehide', write);
  return () => {
    onLeave(() => undefined);
    removeEventListener('scrollend', note);
    removeEventListener('pagehide', write);
  };
}

/** Scrolls a new page: to the kept position of its history entry, or to the top for a new entry. */
function showTop(entry: number): void {
  window.scrollTo(0, positions[entry] ?? 0);
}

function note(): void {
  positions[historyEntry()] = window.scrollY;
}

function write(): void {
  note();
  tabStore.setItem(storageKey, JSON.stringify(positions));
}
