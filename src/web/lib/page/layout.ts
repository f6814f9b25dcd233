import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { limits } from '#contract/limits.ts';
import { appConfig } from './app-config.ts';

export type Layout = 'desktop' | 'mobile';

/** Below this width (CSS pixels) the layout is mobile. */
export const mobileBelow = 768;

let layout: Layout | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** Number of components that would lose something in another layout. */
let holders = 0;

/**
 * The current layout: by width, or fixed by the configuration. A resize changes it 800 ms after the last move (spec 9).
 */
export function currentLayout(): Layout {
  layout ??= measure();
  return layout;
}

/** The layout as a value for rendering. Prerendered pages of both layouts look the same until hydration. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribeLayout, currentLayout, () => 'desktop');
}

/** False for invisible content, such as in a closed dialog: it does not hold the layout. */
export const HoldsLayout = createContext(true);

/**
 * Keeps the layout while a change would lose something, because the pages and forms of the two layouts differ. Typed
 * values survive the rotation of a tablet; the layout follows after they are sent or discarded.
 */
export function useHeldLayout(held: boolean): void {
  const isSeen = useContext(HoldsLayout);
  useEffect(() => (held && isSeen ? holdLayout() : undefined), [held, isSeen]);
}

/** Keeps the layout until the returned function is called. A delayed change then follows after the usual pause. */
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
  // An app asks for pages for fingers (OpenID Connect Core 3.1.2.1).
  if (new URLSearchParams(location.search).get('display') === 'touch') return 'mobile';
  return matchMedia(`(max-width: ${mobileBelow - 0.02}px)`).matches ? 'mobile' : 'desktop';
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
