/** The places of a toast, in order of preference; each is an attribute value that the style knows. */
const places = ['bottom', 'top', 'corner'] as const;

/**
 * Parts of a page that a toast must not cover: it may speak of them, or they are pressed next. In a dialog also its
 * sentences, which are a question.
 */
const kept = 'input:not([type=hidden]), select, textarea, [type=submit], h1, h2, [aria-current=step], dialog p';

/**
 * Puts a toast where it covers no field, heading or step that is on screen: at the bottom, else on the header's line,
 * else in a corner. Behind an open dialog nothing counts.
 */
export function placeToast(layer: HTMLElement, toast: Element): void {
  layer.style.setProperty('--below', `${coveredBelow()}px`);
  const page = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const taken = Array.from(page.querySelectorAll(kept), (part) => part.getBoundingClientRect()).filter(isSeen);
  for (const place of places) {
    layer.dataset['place'] = place;
    const own = toast.getBoundingClientRect();
    if (!taken.some((part) => overlaps(own, part))) return;
  }
}

/** The height that a phone's keyboard covers. A zoomed page has a small viewport without a keyboard. */
function coveredBelow(): number {
  const { visualViewport: view } = window;
  if (view === null || view.scale !== 1) return 0;
  return Math.max(0, document.documentElement.clientHeight - view.height - view.offsetTop);
}

/** Hidden headings are one pixel large. */
function isSeen({ width, height, top, bottom }: DOMRect): boolean {
  return width > 1 && height > 1 && bottom > 0 && top < window.innerHeight;
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
