import { observerOf, tellsVisibility } from '#web/lib/browser/browser.ts';

/** How long a button must have been visible before it may be pressed, in milliseconds. */
const visibleMs = 500;

/** Pages whose buttons allow something. */
const asks = /^\/(?:consent|link|terms)$/;

/**
 * In a frame the page around may cover or move what is pressed (Trusted UI by Intersection Observer 2): buttons that
 * allow something act after the browser has seen them, uncovered, for half a second. Engines that cannot tell open the
 * page in a separate window.
 */
export function guardButtons(): void {
  if (parent === window) return;
  const since = new Map<Element, number>();
  const canTell = tellsVisibility();
  const options = { trackVisibility: true, delay: 100, threshold: 1 };
  const observer = observerOf(
    (entries) => {
      for (const entry of entries) {
        // The type of the first version does not know it.
        if ((entry as IntersectionObserverEntry & { readonly isVisible: boolean }).isVisible) since.set(entry.target, entry.time);
        else since.delete(entry.target);
      }
    },
    canTell ? options : {},
  );
  const watch = (): void => document.querySelectorAll('main button').forEach((button) => observer?.observe(button));
  new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  watch();
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('main button') : null;
      if (button === null || !asks.test(location.pathname)) return;
      if (performance.now() - (since.get(button) ?? Number.NaN) >= visibleMs) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (canTell) return;
      const url = new URL(location.href);
      url.searchParams.set('display', 'popup');
      open(url, '_blank', 'popup,width=480,height=720,noreferrer');
    },
    true,
  );
}
