import { useSyncExternalStore } from 'react';

/** Whole seconds until a deadline (both milliseconds since the epoch), counted up so that the last one is a full second; 0 when it is past. */
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

/** Often enough that no second is skipped; nothing is drawn in between. */
function tick(listener: () => void): () => void {
  const timer = setInterval(listener, 250);
  return () => clearInterval(timer);
}

function neverTick(): () => void {
  return () => undefined;
}
