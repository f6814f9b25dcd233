import type { Theme } from './engine.ts';

/**
 * An expression for the page: what a person would see as broken, in sentences. In the spelling of the oldest engine.
 * Colors are read as painted, so that a style that an engine does not know shows itself.
 */
export function lookAt(theme: Theme): string {
  return `(${look.toString()})(${JSON.stringify(theme)})`;
}

/** Runs in the page: it sees nothing of this module. */
function look(theme: Theme): readonly string[] {
  const problems: string[] = [];
  const root = document.documentElement;

  function channels(color: string): readonly number[] {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  }

  function luminance(color: readonly number[]): number {
    const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function background(from: Element | null): readonly number[] {
    for (let element = from; element !== null; element = element.parentElement) {
      const color = channels(getComputedStyle(element).backgroundColor);
      if ((color[3] ?? 0) > 0.5) return color;
      // The top layer: what lies around a dialog in the document is not behind it.
      if (element.tagName === 'DIALOG' || element.hasAttribute('popover')) break;
    }
    return [0, 0, 0, 0];
  }

  function isVisible(element: Element): boolean {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && style.visibility === 'visible' && style.opacity !== '0';
  }

  const all = (selector: string): Element[] => Array.prototype.slice.call(document.querySelectorAll(selector));
  const named = (element: Element): string => (element.textContent ?? '').trim().slice(0, 30) || element.tagName.toLowerCase();

  if (location.pathname === '/old-browser') problems.push('the browser is called too old');
  if (root.scrollWidth > root.clientWidth + 1) problems.push(`it scrolls sideways: ${root.scrollWidth} of ${root.clientWidth}`);
  const canvas = channels(getComputedStyle(document.body).backgroundColor);
  if ((canvas[3] ?? 0) < 1) problems.push('the page has no background');
  else if (luminance(canvas) > 0.5 !== (theme === 'light')) problems.push(`the page is not ${theme}`);

  for (const element of all('h1, h2, button, a, label, legend, p').filter(isVisible)) {
    const inside = Array.prototype.some.call(
      element.childNodes,
      (node: Node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '',
    );
    if (!inside || (element as HTMLButtonElement).disabled) continue;
    const [one, other] = [luminance(channels(getComputedStyle(element).color)), luminance(background(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (background(element)[3] === 0) problems.push(`"${named(element)}" has no background`);
    else if (contrast < 3) problems.push(`"${named(element)}" has a contrast of ${contrast.toFixed(1)}`);
  }

  for (const popover of all('[popover]')) {
    const isOpen =
      popover.classList.contains(':popover-open') || (popover as Element & { matches(s: string): boolean }).matches(':popover-open');
    if (!isOpen && isVisible(popover)) problems.push(`a closed popover is visible: "${named(popover)}"`);
  }

  for (const input of all('main form input[name], main form select, dialog[open] form input[name]').filter(isVisible)) {
    const type = input.getAttribute('type');
    if (type === 'checkbox' || type === 'radio' || type === 'range' || type === 'file') continue;
    const frame = Array.prototype.find.call(
      input.parentElement?.children,
      (child: Element) => getComputedStyle(child).boxShadow !== 'none',
    );
    if (frame === undefined && getComputedStyle(input).opacity !== '0')
      problems.push(`the field ${input.getAttribute('name') ?? ''} has no frame`);
  }

  const focused = document.activeElement;
  if (focused !== null && focused !== document.body && getComputedStyle(focused).outlineStyle === 'auto') {
    problems.push(`the browser's own focus ring is around "${named(focused)}"`);
  }

  const skip = document.querySelector('a[href="#main"]');
  if (skip !== null && skip !== document.activeElement && skip.getBoundingClientRect().bottom > 0)
    problems.push('the skip link is visible');

  for (const dialog of all('dialog[open]')) {
    const element = dialog as HTMLDialogElement;
    if (element.offsetWidth - element.clientWidth > 2) problems.push('the dialog has a scrollbar');
    if (element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== 'visible')
      problems.push('the dialog scrolls');
    if (!element.contains(document.activeElement)) problems.push('the focus is outside of the dialog');
    const scrim = getComputedStyle(element, '::backdrop').backgroundColor;
    if ((channels(scrim)[3] ?? 0) < 0.1) problems.push(`nothing dims the page behind the dialog: ${scrim}`);
  }
  return problems;
}
