import { tabStore } from '#web/lib/browser/browser.ts';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/**
 * Earliest time of the next code request (milliseconds since the epoch), 0 if no code was requested. Kept for the tab,
 * so that a reload or a change of tabs on the form does not restart the countdown.
 */
export function readDeadline(key: string): number {
  const kept = Number(tabStore.getItem(key));
  return Number.isFinite(kept) ? kept : 0;
}

/** Stores the deadline after a code was sent. */
export function keepDeadline(key: string, deadline: number): void {
  tabStore.setItem(key, String(deadline));
  for (const listener of listeners) listener();
}

/** A used code has no countdown: the next can be requested immediately. */
export function forgetDeadline(key: string): void {
  tabStore.removeItem(key);
  for (const listener of listeners) listener();
}

/** The deadline of a key, for rendering; 0 while a prerendered page hydrates. */
export function useDeadline(key: string): number {
  return useSyncExternalStore(
    subscribe,
    () => readDeadline(key),
    () => 0,
  );
}

/**
 * The key of one target in one scene. The target is hashed (FNV-1a), because the browser's storage must not contain
 * phone numbers.
 */
export function deadlineKey(scene: string, target: string): string {
  let hash = 0x811c9dc5;
  for (const unit of `${scene} ${target}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return `code-${(hash >>> 0).toString(36)}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
