import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { takeNews } from '#web/lib/person/news.ts';
import { RouteContext, useContactPath, useHistoryEntry, useOwnPageName, useQuery } from '#web/lib/page/router.ts';
import { track } from '#web/lib/api/pending.ts';
import { Announcer } from '#web/ui/feedback/announce.tsx';
import { dismissToast, showToast, Toaster } from '#web/ui/feedback/toast.tsx';
import { ErrorBoundary } from './failures/error-boundary.tsx';
import { goOn } from './go-on.ts';
import { matchPath } from './pages/match.ts';
import { ReloadDialog } from './failures/reload-dialog.tsx';
import { keepScroll, showTop } from './scroll.ts';
import { isOfBothLayouts } from './pages/routes.ts';
import { documentTitle } from './pages/title.ts';
import { titleKeyOf, titleSuffix } from './pages/title-of.ts';
import { loadView, untilReachable, type View } from './pages/view.ts';

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
 * Loads the page of a new URL and shows it when it is complete; until then the previous page stays. Returns true if the
 * page could not be loaded. Without a network that is no failure: the permanent notice says so, and the page loads when
 * the network is back.
 */
function useFollowUrl(view: View, show: (view: View) => void): boolean {
  const path = useContactPath();
  const layout = useLayout();
  const [isBroken, setBroken] = useState(false);
  const [tries, setTries] = useState(1);
  const shown = useRef(view);
  shown.current = view;
  useEffect(() => {
    setBroken(false);
    dismissToast();
    // Hydration has no path; the first page is already correct.
    if (path === '' || goOn(layout)) return undefined;
    const match = matchPath(path);
    if (match.path === shown.current.match.path) {
      // Back was pressed before the next page was on screen: discard that page.
      show(shown.current);
      return undefined;
    }
    let current = true;
    const follow = async (): Promise<void> => {
      try {
        await untilReachable(match);
        if (!current) return;
        const next = await track(loadView(match));
        if (current) startTransition(() => show(next));
      } catch {
        if (!current) return;
        if (navigator.onLine) setBroken(true);
        else setTries((count) => count + 1);
      }
    };
    void follow();
    return () => {
      current = false;
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
function useArrival({ match }: View): void {
  const entry = useHistoryEntry();
  const shown = useRef(match);
  useLayoutEffect(() => keepScroll(), []);
  useLayoutEffect(() => {
    if (shown.current === match) return;
    shown.current = match;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    showTop(entry);
  }, [match, entry]);
}
