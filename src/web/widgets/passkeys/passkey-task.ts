import { tabStore } from '#web/lib/browser/browser.ts';

/**
 * Task of the page after a sign-in: make a passkey silently, or tell the password manager which ones the account has. Kept over
 * the change of the document, for a minute; it identifies no one.
 */
export type PasskeyTask = 'make' | 'signal';

const storageKey = 'passkey-task';

/** Milliseconds. A person who signs in to an app comes back later, or not at all. */
const lifeMs = 60_000;

export function keepPasskeyTask(task: PasskeyTask): void {
  tabStore.setItem(storageKey, `${task} ${Date.now()}`);
}

/** The kept task, once. */
export function takePasskeyTask(): PasskeyTask | undefined {
  const [task, at] = tabStore.getItem(storageKey)?.split(' ') ?? [];
  tabStore.removeItem(storageKey);
  return (task === 'make' || task === 'signal') && Date.now() - Number(at) < lifeMs ? task : undefined;
}
