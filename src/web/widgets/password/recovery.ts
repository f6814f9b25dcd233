import { tabStore } from '#web/lib/browser/browser.ts';

/** The page for a new password. */
export const newPasswordPath = '/register/support';

/** Passes the token of a recovery to that page, not in the URL, which histories and logs would keep. */
export function keepRecovery(token: string): void {
  tabStore.setItem('recovery.token', token);
}
