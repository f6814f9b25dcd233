import { useSyncExternalStore } from 'react';
import { limits } from '#contract/limits.ts';
import { appConfig } from './app-config.ts';

export type Layout = 'desktop' | 'mobile';

/** Narrower than this is the mobile layout (CSS pixels). */
export const mobileBelow = 768;

let layout: Layout | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The layout now: chosen by width, or fixed by the configuration. Resizing changes it 800 ms after the last move (spec 9). */
export function currentLayout(): Layout {
  layout ??= measure();
  return layout;
}

/** The layout as a value to render by. Prerendered pages of both layouts look the same until they are hydrated. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribeLayout, currentLayout, () => 'desktop');
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
    if (measured === layout) return;
    layout = measured;
    for (const listener of listeners) listener();
  }, limits.resizeDebounceMs);
}
