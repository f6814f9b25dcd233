/** What a page shows to those who see it, for comparison with what is spoken. */

/** Without what a voice does not tell apart: spaces, and the full stops that Orca adds for a pause. */
export function plain(text: string): string {
  return text.replaceAll(/[.。](?=\s|$)/g, '').replaceAll(/\s/g, '');
}

/**
 * The texts that were not spoken in this order; a column beside another one may come before it. A number counts only by
 * itself: "5" is not a part of "15".
 */
export function unspoken(spoken: readonly string[], texts: readonly string[]): readonly string[] {
  const ends = new Set([0]);
  let all = '';
  for (const word of spoken.flatMap((line) => line.split(/\s/))) {
    all += plain(word);
    ends.add(all.length);
  }
  let from = 0;
  return texts.filter((text) => {
    const wanted = plain(text);
    const isNumber = /^[\d.,%]+$/.test(wanted);
    const isWhole = (place: number): boolean => !isNumber || (ends.has(place) && ends.has(place + wanted.length));
    let at = all.indexOf(wanted, from);
    while (at >= 0 && !isWhole(at)) at = all.indexOf(wanted, at + 1);
    if (at < 0) return isNumber || !all.includes(wanted);
    from = at + wanted.length;
    return false;
  });
}

/** Spoken words that join the end of one text with the beginning of the next. */
export function glued(spoken: readonly string[], texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, index) => {
    const next = texts[index + 1] ?? '';
    const isSeam = /\p{Ll}$/u.test(text) && /^\p{Lu}/u.test(next);
    return isSeam && spoken.some((line) => line.includes(text + next)) ? [text + next] : [];
  });
}

/** An expression for the page: the texts of its main part in their order, and the names that stand for others. */
export const seenTexts = `(${seen.toString()})()`;

/** Runs in the page: it sees nothing of this module. */
function seen(): readonly string[] {
  const texts: string[] = [];
  const read = (node: Node): void => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? '').trim();
      if (text !== '') texts.push(text);
      return;
    }
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true' || node.getClientRects().length === 0) return;
    const label = node.getAttribute('aria-label');
    if (label !== null && /^(?:A|BUTTON)$|^img$/.test(node.getAttribute('role') ?? node.tagName)) texts.push(label);
    else for (const child of Array.from(node.childNodes)) read(child);
  };
  const main = document.querySelector('main');
  if (main !== null) read(main);
  return texts;
}

/** An expression for the page: the names of what a selector finds and a person sees. */
export function seenNames(selector: string): string {
  return `(${names.toString()})(${JSON.stringify(selector)})`;
}

function names(selector: string): readonly string[] {
  return Array.from(document.querySelectorAll(selector))
    .filter((element) => element.getClientRects().length > 0 && element.closest('dialog:not([open])') === null)
    .map((element) => {
      const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
      return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
    });
}

export interface SeenTable {
  readonly headers: readonly string[];
  /** The first row of its body. */
  readonly cells: readonly string[];
}

/** An expression for the page: its tables, in their order. */
export const seenTables = `(${tables.toString()})()`;

function tables(): readonly SeenTable[] {
  const textsOf = (cells: Iterable<Element> | undefined): readonly string[] =>
    Array.from(cells ?? [], (cell) => (cell.textContent ?? '').trim());
  return Array.from(document.querySelectorAll('main table')).map((table) => ({
    headers: textsOf(table.querySelectorAll('thead th')),
    cells: textsOf(table.querySelector('tbody tr')?.children),
  }));
}
