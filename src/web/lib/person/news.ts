import { tabStore } from '#web/lib/browser/browser.ts';

const storageKey = 'news';

/** Keeps the text of a success for the next document: a change of the person loads one. It identifies no one. */
export function keepNews(text: string): void {
  tabStore.setItem(storageKey, text);
}

/** The kept text, once. */
export function takeNews(): string | undefined {
  const text = tabStore.getItem(storageKey);
  tabStore.removeItem(storageKey);
  return text ?? undefined;
}
