/**
 * Notes of a page about the last press, and what it said since, for the report of a journey that stopped: a press that
 * never came, one that hit something else, one that nobody answered, and one that was refused look the same from outside.
 * In the spelling of the oldest engine.
 */
export const watchPress = `(${watch.toString()})()`;

/** One line; nothing where the page is another one by now. */
export const heardOfPress = `(window.cedarHeard || []).join(' ')`;

/** Runs in the page: it sees nothing of this module. */
function watch(): void {
  const page = window as Window & { cedarHeard?: string[] };
  const isNew = page.cedarHeard === undefined;
  page.cedarHeard = [];
  if (!isNew) return;
  for (const type of ['pointerdown', 'pointerup', 'click', 'submit']) {
    document.addEventListener(
      type,
      (event) => {
        const target = event.target as Element;
        const isAlive = Object.keys(target).some((key) => key.indexOf('__reactProps') === 0);
        page.cedarHeard?.push(`${type}@${Math.round(event.timeStamp)}:${target.tagName.toLowerCase()}${isAlive ? '' : ':not-alive'}`);
      },
      true,
    );
  }
  // Toasts go away before anybody looks.
  new MutationObserver(() => {
    for (const layer of Array.prototype.slice.call(document.querySelectorAll('[popover=manual]')) as Element[]) {
      const said = `"${(layer.textContent ?? '').trim()}"`;
      if (said !== '""' && page.cedarHeard?.indexOf(said) === -1) page.cedarHeard.push(said);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
