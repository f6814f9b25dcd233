import { useSyncExternalStore } from 'react';

/**
 * Whole seconds until a deadline (both in milliseconds since the epoch), rounded up so that the last one is a full
 * second; 0 after it.
 */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** The seconds left, as a value that follows the clock. */
export function useSecondsLeft(deadline: number): number {
  return useSyncExternalStore(
    deadline === 0 ? neverTick : tick,
    () => secondsLeft(deadline, Date.now()),
    () => 0,
  );
}

/** Frequent enough to skip no second; an unchanged value is not rendered. */
function tick(listener: () => void): () => void {
  const timer = setInterval(listener, 250);
  return () => clearInterval(timer);
}

function neverTick(): () => void {
  return () => undefined;
}
