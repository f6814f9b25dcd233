import { vi } from 'vitest';

/** What browsers hide although no style of the page says so. */
const defaultStyles = '[popover]:not([data-shown]), dialog:not([open]) { display: none; }';

/** Adds what the application needs of a browser and happy-dom does not have: popovers, animations that end at once, a viewport, and no scrolling. */
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
  document.addEventListener('click', pressTarget);
}

/** The button of a popover. */
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
