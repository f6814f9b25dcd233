import { historyEntry, onLeave } from '#web/lib/router.ts';

const storageKey = 'scroll';
let positions: Record<string, number> = {};

/** Keeps the scroll position of every history entry, also over a reload. Returns the function that stops. */
export function keepScroll(): () => void {
  history.scrollRestoration = 'manual';
  positions = read();
  window.scrollTo(0, positions[historyEntry()] ?? 0);
  onLeave(note);
  // Going back and forth tells of itself only when the entry has changed: so the position is noted while it is known.
  addEventListener('scrollend', note);
  addEventListener('pagehide', write);
  return () => {
    onLeave(() => undefined);
    removeEventListener('scrollend', note);
    removeEventListener('pagehide', write);
  };
}

/** Shows a page that has just arrived where its history entry was left; a new entry at its top. */
export function showTop(entry: number): void {
  window.scrollTo(0, positions[entry] ?? 0);
}

function note(): void {
  positions[historyEntry()] = window.scrollY;
}

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

function write(): void {
  note();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // No storage: then Back after a reload starts at the top.
  }
}
