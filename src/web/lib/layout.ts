import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { limits } from '#contract/limits.ts';
import { appConfig } from './app-config.ts';

export type Layout = 'desktop' | 'mobile';

/** Narrower than this is the mobile layout (CSS pixels). */
export const mobileBelow = 768;

let layout: Layout | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** How many places would lose something by another layout. */
let holders = 0;

/** The layout now: chosen by width, or fixed by the configuration. Resizing changes it 800 ms after the last move (spec 9). */
export function currentLayout(): Layout {
  layout ??= measure();
  return layout;
}

/** The layout as a value to render by. Prerendered pages of both layouts look the same until they are hydrated. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribeLayout, currentLayout, () => 'desktop');
}

/** False where nobody sees what is inside, as in a dialog that was closed: then nothing there holds the layout. */
export const HoldsLayout = createContext(true);

/**
 * Keeps the layout as it is while something would be lost by another: pages of the two layouts are not the same, and neither are their
 * forms. What was typed survives the rotation of a tablet; the layout follows when it was sent or given up.
 */
export function useHeldLayout(held: boolean): void {
  const isSeen = useContext(HoldsLayout);
  useEffect(() => (held && isSeen ? holdLayout() : undefined), [held, isSeen]);
}

/** Keeps the layout until the answer is called. What held back a change lets it through after the same pause as the last move. */
export function holdLayout(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    if (holders === 0) onResize();
  };
}

export function subscribeLayout(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('resize', onResize);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('resize', onResize);
  };
}

function measure(): Layout {
  if (appConfig().features.layout === 'desktop') return 'desktop';
  return matchMedia(`(max-width: ${mobileBelow - 1}px)`).matches ? 'mobile' : 'desktop';
}

function onResize(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const measured = measure();
    if (holders > 0 || measured === layout) return;
    layout = measured;
    for (const listener of listeners) listener();
  }, limits.resizeDebounceMs);
}
