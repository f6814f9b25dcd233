import { changeKinds, type ChangeKind } from '#contract/account/agreements/consents.words.ts';

/** A legal text as its author types it. */
export interface Section {
  readonly heading: string;
  readonly paragraphs: string[];
}

export interface Change {
  readonly kind: ChangeKind;
  readonly text: string;
}

const mark = '## ';

/** Sections in lines: `## ` before a heading, an empty line between paragraphs. */
export function writeSections(sections: readonly Section[]): string {
  return sections
    .map(({ heading, paragraphs }) => [...(heading === '' ? [] : [`${mark}${heading}`]), ...paragraphs].join('\n\n'))
    .join('\n\n');
}

export function readSections(text: string): Section[] {
  const sections: Section[] = [];
  for (const block of text.split(/\n\s*\n/).map((each) => each.trim())) {
    if (block === '') continue;
    const [first = '', ...rest] = block.split('\n');
    const isHeading = first.startsWith(mark);
    if (isHeading || sections.length === 0) sections.push({ heading: isHeading ? first.slice(mark.length).trim() : '', paragraphs: [] });
    const paragraph = (isHeading ? rest.join('\n') : block).trim();
    if (paragraph !== '') sections.at(-1)?.paragraphs.push(paragraph);
  }
  return sections;
}

const signs: Readonly<Record<ChangeKind, string>> = { new: '+', changed: '*', removed: '-' };

/** One sentence a line, with `+` before what is new, `-` before what is gone, `*` before other changes. */
export function writeChanges(changes: readonly Change[]): string {
  return changes.map(({ kind, text }) => `${signs[kind]} ${text}`).join('\n');
}

export function readChanges(text: string): Change[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const kind = changeKinds.find((each) => line.startsWith(signs[each]));
      return { kind: kind ?? 'changed', text: kind === undefined ? line : line.slice(1).trim() };
    });
}
