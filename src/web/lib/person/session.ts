import { navigate } from '#web/lib/page/router.ts';

/** Paths that are not useful after sign-in. */
const neverReturnTo = ['/login', '/logout', '/register'];

/** True if a missing or expired session led to the sign-in page. */
export function arrivedByExpiry(search: string = location.search): boolean {
  return new URLSearchParams(search).get('expired') === '1';
}

/** The URL of the sign-in page with the path to return to (by default the current page). */
export function loginPath(options: { readonly from?: string; readonly expired?: boolean } = {}): string {
  const from = options.from ?? location.pathname + location.search;
  const query = new URLSearchParams();
  if (!isForVisitors(from.split('?', 1)[0] ?? '')) query.set('redirect', from);
  if (options.expired === true) query.set('expired', '1');
  const search = query.toString();
  return search === '' ? '/login' : `/login?${search}`;
}

/** Whether a path is one of those: there is no session that can lapse. */
export function isForVisitors(path: string): boolean {
  return neverReturnTo.some((never) => path === never || path.startsWith(`${never}/`));
}

/**
 * HTTP 401 and code 2000: to the sign-in page, keeping the way back (spec 4). Does nothing on the sign-in page itself
 * and after sign-out, when pending calls are refused.
 */
export function goToLogin(options: { readonly expired?: boolean } = {}): void {
  if (location.pathname === '/login' || location.pathname === '/logout') return;
  navigate(loginPath(options), { replace: true });
}
