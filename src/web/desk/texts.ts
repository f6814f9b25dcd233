import { deskTexts, type DeskKey } from '#messages/desk-catalogues.ts';
import type { Filling } from '#messages/fill.ts';
import { showTexts, textOf } from '#web/lib/texts/i18n.tsx';
import type { Language } from '#contract/vocabulary/languages.ts';

export type { DeskKey } from '#messages/desk-catalogues.ts';

/** Loads the texts of a document, which has one language: another one is another document. */
export async function loadDeskTexts(language: Language): Promise<void> {
  showTexts(language, await deskTexts[language]());
}

/** A text of the desk. */
export function t(key: DeskKey, values?: Filling): string {
  return textOf(key, values);
}
