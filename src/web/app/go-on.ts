import type { Layout } from '#web/lib/page/layout.ts';
import { navigate } from '#web/lib/page/router.ts';
import { matchPath, pathFor, redirectOf } from './pages/match.ts';

/**
 * Replaces a URL that is no page of this layout: follows redirects, and shows the twin of a page of the other layout.
 * Returns true if it navigated.
 */
export function goOn(layout: Layout): boolean {
  const { pathname, search, hash } = location;
  const to = pathFor(matchPath(redirectOf(pathname)?.to[layout] ?? pathname), layout);
  const isSame = to === pathname || `${to}/` === pathname;
  if (!isSame) navigate(to + (to.includes('?') ? search.replace('?', '&') : search) + hash, { replace: true });
  return !isSame;
}
