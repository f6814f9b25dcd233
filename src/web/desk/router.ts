import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Goes to a page of the desk without a new document. Addresses name nobody. */
export function go(path: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  tell();
  scrollTo(0, 0);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', tell);
  };
}

/** The present path, without its query. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}
