import type { Layout } from '#web/lib/layout.ts';
import { navigate } from '#web/lib/router.ts';
import { matchPath, pathFor, redirectOf } from './match.ts';

/**
 * Leaves an address that is no page of this layout, replacing it in history: redirects, and pages of the other layout, whose twin is
 * shown instead. Returns whether it did.
 */
export function goOn(layout: Layout): boolean {
  const { pathname, search, hash } = location;
  const to = redirectOf(pathname)?.to[layout] ?? pathFor(matchPath(pathname), layout);
  const isSame = to === pathname || `${to}/` === pathname;
  if (!isSame) navigate(to + search + hash, { replace: true });
  return !isSame;
}
