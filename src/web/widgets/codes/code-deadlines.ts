import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/**
 * When the next code may be asked for (milliseconds since the epoch), 0 where none has been asked for. It is kept for the tab's life, so
 * that a reload or a change of tabs on the form does not start the countdown anew.
 */
export function readDeadline(key: string): number {
  const kept = Number(sessionStorage.getItem(key));
  return Number.isFinite(kept) ? kept : 0;
}

/** Notes that a code was sent. */
export function keepDeadline(key: string, deadline: number): void {
  sessionStorage.setItem(key, String(deadline));
  for (const listener of listeners) listener();
}

/** A code that was used has no countdown left: the next may be asked for at once. */
export function forgetDeadline(key: string): void {
  sessionStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** The deadline of a key, as a value to render by; 0 while a prerendered page hydrates. */
export function useDeadline(key: string): number {
  return useSyncExternalStore(
    subscribe,
    () => readDeadline(key),
    () => 0,
  );
}

/** The key of one target in one scene. The target is hashed (FNV-1a): phone numbers do not belong into the browser's storage. */
export function deadlineKey(scene: string, target: string): string {
  let hash = 0x811c9dc5;
  for (const unit of `${scene} ${target}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return `code-${(hash >>> 0).toString(36)}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
