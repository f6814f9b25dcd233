/**
 * Without a top layer for popovers, an open modal dialog covers everything outside of it. A popover that is shown then
 * is a part of the dialog until it is hidden or the dialog closes.
 */
export function showAboveDialogs(prototype: Pick<HTMLElement, 'showPopover' | 'hidePopover'>): void {
  const { showPopover: show, hidePopover: hide } = prototype;
  const places = new WeakMap<HTMLElement, Comment>();

  function goHome(popover: HTMLElement): void {
    places.get(popover)?.replaceWith(popover);
    places.delete(popover);
  }

  function showPopover(this: HTMLElement): void {
    // The focus is in the topmost one.
    const dialog = document.activeElement?.closest('dialog[open]') ?? [...document.querySelectorAll('dialog[open]')].pop();
    if (dialog !== undefined && !dialog.contains(this)) {
      const place = document.createComment('');
      this.replaceWith(place);
      places.set(this, place);
      dialog.append(this);
      dialog.addEventListener('close', () => goHome(this), { once: true });
    }
    show.call(this);
  }

  function hidePopover(this: HTMLElement): void {
    hide.call(this);
    goHome(this);
  }

  // Defined, because the polyfill's own methods are not writable.
  Object.defineProperty(prototype, 'showPopover', { value: showPopover, configurable: true });
  Object.defineProperty(prototype, 'hidePopover', { value: hidePopover, configurable: true });
}
