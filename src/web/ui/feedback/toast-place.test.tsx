import { afterEach, describe, expect, it, vi } from 'vitest';
import { placeToast } from './toast-place.ts';

/** Where the style would put the toast, in a window of 1024 × 768. */
const boxes: Readonly<Record<string, DOMRect>> = {
  bottom: new DOMRect(400, 700, 200, 44),
  top: new DOMRect(400, 8, 200, 44),
  corner: new DOMRect(24, 700, 200, 44),
};
const atBottom = new DOMRect(300, 690, 400, 48);
const atTop = new DOMRect(300, 0, 400, 64);

afterEach(() => document.body.replaceChildren());

function add(tag: string, box: DOMRect, inside: Element = document.body): HTMLElement {
  const part = inside.appendChild(document.createElement(tag));
  part.getBoundingClientRect = () => box;
  return part;
}

function placed(): string | undefined {
  vi.stubGlobal('visualViewport', null);
  const layer = document.body.appendChild(document.createElement('div'));
  const toast = layer.appendChild(document.createElement('div'));
  toast.getBoundingClientRect = () => boxes[layer.dataset['place'] ?? ''] ?? new DOMRect();
  placeToast(layer, toast);
  return layer.dataset['place'];
}

describe('a toast', () => {
  it('is at the bottom of a page with a free bottom', () => {
    add('h1', atTop);
    expect(placed()).toBe('bottom');
  });

  it.each(['input', 'select', 'textarea', 'h1', 'h2', 'button'])('makes way for %s', (tag) => {
    const part = add(tag, atBottom);
    if (tag === 'button') part.setAttribute('type', 'submit');
    expect(placed()).toBe('top');
  });

  it('makes way for the question of a dialog, and not for the text of a page', () => {
    add('p', atBottom);
    expect(placed()).toBe('bottom');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    add('p', atBottom, dialog);
    expect(placed()).toBe('top');
  });

  it('goes to the corner when bottom and top are taken', () => {
    add('input', atBottom);
    add('h1', atTop);
    expect(placed()).toBe('corner');
  });

  it('ignores hidden parts, parts off the screen, and the page behind a dialog', () => {
    add('h1', new DOMRect(450, 710, 1, 1));
    add('input', new DOMRect(400, 5000, 200, 48));
    expect(placed()).toBe('bottom');
    add('input', atBottom);
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    expect(placed()).toBe('bottom');
    add('input', atBottom, dialog);
    expect(placed()).toBe('top');
  });
});
