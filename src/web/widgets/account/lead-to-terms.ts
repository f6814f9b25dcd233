import { navigate } from '#web/lib/router.ts';

/** Pages that stay open to an account which has not answered changed agreements, with those below them: they leave every right open. */
const open = /^\/(?:terms|logout|(?:mobile-)?cancellation|(?:pc|mobile)-(?:activity|data))\b/;

/** Leads an account that must answer changed agreements to their page, and back here afterward. */
export function leadToTerms(): void {
  const { pathname, search } = location;
  if (!open.test(pathname)) navigate(`/terms?redirect=${encodeURIComponent(pathname + search)}`, { replace: true });
}
