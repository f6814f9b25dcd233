import { navigate } from './router.ts';

/** Paths that never make sense to return to after sign-in. */
const neverReturnTo = ['/login', '/logout', '/register'];

/** True when the person came to the sign-in page because the session was missing or over. */
export function arrivedByExpiry(search: string = location.search): boolean {
  return new URLSearchParams(search).get('expired') === '1';
}

/** The sign-in page's address, which carries where to return to (by default the present page). */
export function loginPath(options: { readonly from?: string; readonly expired?: boolean } = {}): string {
  const from = options.from ?? location.pathname + location.search;
  const query = new URLSearchParams();
  if (!isForVisitors(from.split('?', 1)[0] ?? '')) query.set('redirect', from);
  if (options.expired === true) query.set('expired', '1');
  const search = query.toString();
  return search === '' ? '/login' : `/login?${search}`;
}

/** Whether a path is one of those: nobody is signed in there, and no session can lapse. */
export function isForVisitors(path: string): boolean {
  return neverReturnTo.some((never) => path === never || path.startsWith(`${never}/`));
}

/**
 * HTTP 401 and code 2000: to the sign-in page, keeping the way back (spec 4). Does nothing where there is nothing to sign in for: on the
 * sign-in page itself, and after sign-out, when calls that were under way are refused.
 */
export function goToLogin(options: { readonly expired?: boolean } = {}): void {
  if (location.pathname === '/login' || location.pathname === '/logout') return;
  navigate(loginPath(options), { replace: true });
}
