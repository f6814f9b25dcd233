const storageKey = 'news';

/** Keeps the text of a success for the next document: a change of the person loads one. It identifies no one. */
export function keepNews(text: string): void {
  sessionStorage.setItem(storageKey, text);
}

/** The kept text, once. */
export function takeNews(): string | undefined {
  const text = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return text ?? undefined;
}
