import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';

/** A window of a given width with a fresh module, because the layout is global to the page. */
async function openWindow() {
  vi.resetModules();
  let width = 1024;
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('matchMedia', () => ({ matches: width < 768 }));
  vi.stubGlobal('location', { search: '' });
  const { provideAppConfig } = await import('./app-config.ts');
  provideAppConfig({ features: { layout: 'auto' } } as AppConfig);
  return {
    ...(await import('./layout.ts')),
    resize: (next: number) => {
      width = next;
      events.dispatchEvent(new Event('resize'));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the layout', () => {
  it('follows the width, a moment after the last move', async () => {
    const { currentLayout, subscribeLayout, resize } = await openWindow();
    subscribeLayout(() => undefined);
    expect(currentLayout()).toBe('desktop');
    resize(600);
    vi.advanceTimersByTime(limits.resizeDebounceMs - 1);
    expect(currentLayout()).toBe('desktop');
    vi.advanceTimersByTime(1);
    expect(currentLayout()).toBe('mobile');
  });

  it('waits while components hold it, and follows after the last release', async () => {
    const { currentLayout, holdLayout, subscribeLayout, resize } = await openWindow();
    const changed = vi.fn<() => void>();
    subscribeLayout(changed);
    currentLayout();
    const releases = [holdLayout(), holdLayout()];
    resize(600);
    vi.advanceTimersByTime(10 * limits.resizeDebounceMs);
    for (const release of releases) {
      expect(currentLayout()).toBe('desktop');
      release();
    }
    vi.advanceTimersByTime(limits.resizeDebounceMs);
    expect([currentLayout(), changed.mock.calls.length]).toEqual(['mobile', 1]);
  });
});
