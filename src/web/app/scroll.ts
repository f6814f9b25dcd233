import { tabStore } from '#web/lib/browser/browser.ts';
import { historyEntry, onLeave } from '#web/lib/page/router.ts';

const storageKey = 'scroll';
let positions: Record<string, number> = {};

/** Keeps the scroll position of every history entry, also across a reload. Returns a function that stops it. */
export function keepScroll(): () => void {
  history.scrollRestoration = 'manual';
  positions = { ...(tabStore.getRecord(storageKey) as typeof positions) };
  window.scrollTo(0, positions[historyEntry()] ?? 0);
  onLeave(note);
  // The browser reports back and forward only after the entry has changed, so note the position in advance.
  addEventListener('scrollend', note);
  addEventListener('pagehide', write);
  return () => {
    onLeave(() => undefined);
    removeEventListener('scrollend', note);
    removeEventListener('pagehide', write);
  };
}

/** Scrolls a new page: to the kept position of its history entry, or to the top for a new entry. */
export function showTop(entry: number): void {
  window.scrollTo(0, positions[entry] ?? 0);
}

function note(): void {
  positions[historyEntry()] = window.scrollY;
}

function write(): void {
  note();
  tabStore.setItem(storageKey, JSON.stringify(positions));
}
