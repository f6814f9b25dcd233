import { navigate } from '#web/lib/router.ts';

/** Pages that hand a recovery token over write it here; this tab alone reads it. */
const storageKey = 'recovery.token';

/**
 * The token of a recovery link: out of the address, which it leaves at once, or as it was kept for a reload. Undefined where the person
 * did not come by a link.
 */
export function takeRecoveryToken(): string | undefined {
  const given = new URLSearchParams(location.search).get('token');
  if (given !== null) {
    sessionStorage.setItem(storageKey, given);
    navigate(location.pathname, { replace: true });
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** The link has done its work, or never will. */
export function forgetRecoveryToken(): void {
  sessionStorage.removeItem(storageKey);
}
