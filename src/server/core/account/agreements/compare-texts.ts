import type { LegalText } from '#messages/legal-texts.ts';

export interface ComparedLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly isHeading: boolean;
  readonly text: string;
}

type Line = Omit<ComparedLine, 'kind'>;

/** More pairs than this are not compared one by one: all old lines are removed and all new ones added. */
const mostPairs = 4_000_000;

function linesOf({ title, sections }: LegalText): readonly Line[] {
  return [
    { isHeading: true, text: title },
    ...sections.flatMap(({ heading, paragraphs }) => [
      ...(heading === '' ? [] : [{ isHeading: true, text: heading }]),
      ...paragraphs.map((text) => ({ isHeading: false, text })),
    ]),
  ];
}

/** Both texts paragraph by paragraph, with the longest common sequence of them. */
export function compareTexts(before: LegalText | undefined, after: LegalText): readonly ComparedLine[] {
  const old = before === undefined ? [] : linesOf(before);
  const now = linesOf(after);
  const isSame = (i: number, j: number) => old[i]?.text === now[j]?.text && old[i]?.isHeading === now[j]?.isHeading;
  const mark = (lines: readonly Line[], kind: ComparedLine['kind']) => lines.map((line) => ({ kind, ...line }));
  if (old.length * now.length > mostPairs) return [...mark(old, 'removed'), ...mark(now, 'added')];
  const width = now.length + 1;
  // The length of the longest common sequence from each pair on.
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const compared: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && is !== undefined && isSame(i, j)) {
      compared.push({ kind: 'same', ...is });
      [i, j] = [i + 1, j + 1];
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      compared.push({ kind: 'removed', ...was });
      i += 1;
    } else if (is !== undefined) {
      compared.push({ kind: 'added', ...is });
      j += 1;
    }
  }
  return compared;
}
