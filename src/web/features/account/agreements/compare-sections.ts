/** A heading of an agreement with its paragraphs. */
export interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** A section in two versions; one of them is absent where it was added or removed. */
export interface ComparedSection {
  readonly kind: 'same' | 'new' | 'changed' | 'removed';
  readonly before: Section | undefined;
  readonly after: Section | undefined;
}

/** The sections of a text as the server renders it: `h2` and the paragraphs below. */
export function sectionsOf(html: string): readonly Section[] {
  const found: { heading: string; paragraphs: string[] }[] = [];
  for (const { tagName, textContent } of new DOMParser().parseFromString(html, 'text/html').body.children) {
    const text = textContent.trim();
    if (tagName === 'H2') found.push({ heading: text, paragraphs: [] });
    else if (found.length === 0) found.push({ heading: '', paragraphs: [text] });
    else found.at(-1)?.paragraphs.push(text);
  }
  return found;
}

/** A section keeps its name when another one before it moves its number. */
function nameOf({ heading }: Section): string {
  return heading.replace(/^(?:[\d.]+\s*|[一二三四五六七八九十]+、)/, '');
}

/** The sections of the later version in their order, with removed ones where they stood. */
export function compareSections(earlier: readonly Section[], later: readonly Section[]): readonly ComparedSection[] {
  const left = [...earlier];
  const compared: ComparedSection[] = [];
  for (const after of later) {
    const at = left.findIndex((one) => nameOf(one) === nameOf(after));
    if (at === -1) {
      compared.push({ kind: 'new', before: undefined, after });
      continue;
    }
    const [before, ...gone] = left.splice(0, at + 1).toReversed();
    for (const one of gone.toReversed()) compared.push({ kind: 'removed', before: one, after: undefined });
    const isSame = before?.paragraphs.join('\n') === after.paragraphs.join('\n');
    compared.push({ kind: isSame ? 'same' : 'changed', before, after });
  }
  return [...compared, ...left.map((before) => ({ kind: 'removed' as const, before, after: undefined }))];
}
