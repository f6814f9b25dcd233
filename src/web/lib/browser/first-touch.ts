const touches = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Runs once, when the person first moves, presses or types: what they may need next is fetched then, and a page that nobody
 * touches fetches nothing. Never without a network: a browser may remember that a module could not be loaded. Returns what
 * calls it off.
 */
export function onFirstTouch(run: () => void): () => void {
  const stop = (): void => {
    for (const touch of touches) removeEventListener(touch, begin);
  };
  const begin = (): void => {
    if (!navigator.onLine) return;
    stop();
    run();
  };
  for (const touch of touches) addEventListener(touch, begin, { passive: true });
  return stop;
}
