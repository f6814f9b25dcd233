import { tabStore } from '#web/lib/browser/browser.ts';

const storageKey = 'sign-in';

/**
 * The identifier last typed on the sign-in form, or transferred from the registration form. Kept in sessionStorage, so
 * that neither the URL nor the server's log carries a phone or an email.
 */
export function readKeptIdentifier(): string {
  return tabStore.getItem(storageKey) ?? '';
}

/** Keeps the identifier for a reload and for the way back. */
export function keepIdentifier(identifier: string): void {
  if (identifier === '') tabStore.removeItem(storageKey);
  else tabStore.setItem(storageKey, identifier);
}
