import { vi } from 'vitest';

/** Elements that browsers hide by default, without a style of the page. */
const defaultStyles = '[popover]:not([data-shown]), dialog:not([open]) { display: none; }';

/**
 * Adds browser features that the application needs and happy-dom lacks: popovers, animations that end immediately, a
 * viewport, workers, and scrolling without effect.
 */
export function fillBrowserGaps(): void {
  const style = document.createElement('style');
  style.textContent = defaultStyles;
  document.head.append(style);
  const { prototype } = HTMLElement;
  const methods = {
    showPopover(this: HTMLElement) {
      togglePopover(this, true);
    },
    hidePopover(this: HTMLElement) {
      togglePopover(this, false);
    },
    togglePopover(this: HTMLElement, force?: boolean) {
      togglePopover(this, force);
    },
    animate: () => ({ finished: Promise.resolve(), cancel: () => undefined }),
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(prototype, name, { configurable: true, writable: true, value });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { height: 900, offsetTop: 0 }));
  // Images neither load nor fail here.
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { configurable: true, get: () => false });
  vi.stubGlobal('Worker', SolvingWorker);
  document.addEventListener('click', pressTarget);
}

/** Handles the button of a popover. */
function pressTarget({ target }: Event): void {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const panel = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (panel !== null) togglePopover(panel, button?.getAttribute('popovertargetaction') === 'show' ? true : undefined);
}

function togglePopover(panel: HTMLElement, force?: boolean): void {
  const isShown = 'shown' in panel.dataset;
  const next = force ?? !isShown;
  if (next === isShown) return;
  if (next) panel.dataset['shown'] = '';
  else delete panel.dataset['shown'];
  const states = { oldState: isShown ? 'open' : 'closed', newState: next ? 'open' : 'closed' };
  panel.dispatchEvent(Object.assign(new Event('toggle'), states));
}

/** The worker of the captcha's puzzle; it finds the solution immediately. */
class SolvingWorker extends EventTarget {
  postMessage({ type }: { readonly type: string }): void {
    if (type !== 'work') return;
    const solution = { counter: 1, derivedKey: 'solved', time: 1 };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: solution })));
  }

  terminate(): void {
    // There is no work to stop.
  }
}
