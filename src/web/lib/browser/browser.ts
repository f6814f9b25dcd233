/**
 * The parts of a browser that some browsers lack, refuse or lose meanwhile: web views without storage, blocked site data,
 * full disks, pages without TLS. Only this module names them, and each has a fallback: a page works, and remembers less.
 */

/** Texts by name. No call throws. */
export interface BrowserStore {
  getItem(key: string): string | null;
  /** The object that a text says in JSON; empty without one. */
  getRecord(key: string): Readonly<Record<string, unknown>>;
  /** Keeps a text, for the life of the document where the browser does not take it. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Includes names of texts that the browser did not remove. */
  keys(): readonly string[];
}

/** Lives as long as the tab. */
export const tabStore: BrowserStore = storeOf(() => sessionStorage);

/** Shared by the tabs of a browser. */
export const sharedStore: BrowserStore = storeOf(() => localStorage);

/** Locks that all tabs share, or undefined. */
export function sharedLocks(): LockManager | undefined {
  return attempt(() => (navigator as { readonly locks?: LockManager | null }).locks) ?? undefined;
}

/** A channel to the other tabs, or undefined. */
export function channelTo(name: string): BroadcastChannel | undefined {
  return attempt(() => new BroadcastChannel(name));
}

/** Observes where elements are on the screen, or undefined. */
export function observerOf(seen: IntersectionObserverCallback, options: IntersectionObserverInit): IntersectionObserver | undefined {
  return attempt(() => new IntersectionObserver(seen, options));
}

/** Whether such an observer knows what covers an element. */
export function tellsVisibility(): boolean {
  return attempt(() => 'isVisible' in IntersectionObserverEntry.prototype) ?? false;
}

/** Observes sizes of elements, or undefined. */
export function sizeObserverOf(changed: ResizeObserverCallback): ResizeObserver | undefined {
  return attempt(() => new ResizeObserver(changed));
}

/** Whether the person wants little data to be fetched. */
export function savesData(): boolean {
  return attempt(() => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData) === true;
}

/** Cryptography, or undefined: a page without TLS has none. */
export function subtleCrypto(): SubtleCrypto | undefined {
  return attempt(() => (crypto as { readonly subtle?: SubtleCrypto }).subtle);
}

/**
 * Cryptography, for a page that is nothing without it.
 * @throws {Error} if there is none
 */
export function requiredCrypto(): SubtleCrypto {
  const found = subtleCrypto();
  if (found === undefined) throw new Error('this browser has no cryptography');
  return found;
}

/** All readable cookies, as `name=value; name=value`. */
export function readCookies(): string {
  return attempt(() => document.cookie) ?? '';
}

/** Writes one cookie; a browser may refuse it. */
export function writeCookie(cookie: string): void {
  attempt(() => (document.cookie = cookie));
}

/** Whether the browser keeps cookies, without which nobody can sign in. */
export function keepsCookies(): boolean {
  return attempt(() => navigator.cookieEnabled) === true;
}

/** `find` fails, or finds null, where there is no storage. */
function storeOf(find: () => Storage): BrowserStore {
  /** Differences from the browser's own store: texts that it did not take, and null for those that it did not remove. */
  const own = new Map<string, string | null>();
  const write = (key: string, value: string | null): void => {
    const isKept = attempt(() => {
      if (value === null) find().removeItem(key);
      else find().setItem(key, value);
      return true;
    });
    if (isKept) own.delete(key);
    else own.set(key, value);
  };
  const getItem = (key: string): string | null => (own.has(key) ? own.get(key) : attempt(() => find().getItem(key))) ?? null;
  return {
    getItem,
    getRecord: (key) => ({ ...attempt(() => JSON.parse(getItem(key) ?? '') as object) }),
    setItem: write,
    removeItem: (key) => write(key, null),
    keys: () => [...(attempt(() => Object.keys(find())) ?? []), ...own.keys()],
  };
}

/** The result, or undefined where the browser refuses. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
