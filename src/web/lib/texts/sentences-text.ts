/** Sentences one after the other, without those that are empty. A full-width mark at the end of one is space enough. */
export function sentencesText(sentences: readonly string[]): string {
  return sentences.reduce(
    (before, next) => (before === '' || next === '' || /[。！？]$/.test(before) ? `${before}${next}` : `${before} ${next}`),
    '',
  );
}
