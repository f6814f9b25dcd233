import { tabStore } from '#web/lib/browser/browser.ts';
import { navigate } from '#web/lib/page/router.ts';

/** Only this tab reads it. */
const storageKey = 'recovery.token';

/**
 * The token of a recovery link: from the URL, which loses it immediately, or kept for a reload. Undefined if the person
 * did not come by a link.
 */
export function takeRecoveryToken(): string | undefined {
  const given = new URLSearchParams(location.search).get('token');
  if (given !== null) {
    tabStore.setItem(storageKey, given);
    navigate(location.pathname, { replace: true });
  }
  return tabStore.getItem(storageKey) ?? undefined;
}

/** Forgets the token after the link was used or found invalid. */
export function forgetRecoveryToken(): void {
  tabStore.removeItem(storageKey);
}
